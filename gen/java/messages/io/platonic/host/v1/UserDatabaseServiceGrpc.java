package io.platonic.host.v1;

import static io.grpc.MethodDescriptor.generateFullMethodName;

/**
 * <pre>
 * Users of the host: identities whose owner has set the entry `host.login` of the metadata. The data are public on the
 * host: names, UID and GID, home directory and shell.
 * </pre>
 */
@io.grpc.stub.annotations.GrpcGenerated
public final class UserDatabaseServiceGrpc {

  private UserDatabaseServiceGrpc() {}

  public static final java.lang.String SERVICE_NAME = "host.v1.UserDatabaseService";

  // Static method descriptors that strictly reflect the proto.
  private static volatile io.grpc.MethodDescriptor<io.platonic.host.v1.GetUserRecordRequest,
      io.platonic.host.v1.GetUserRecordResponse> getGetUserRecordMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "GetUserRecord",
      requestType = io.platonic.host.v1.GetUserRecordRequest.class,
      responseType = io.platonic.host.v1.GetUserRecordResponse.class,
      methodType = io.grpc.MethodDescriptor.MethodType.UNARY)
  public static io.grpc.MethodDescriptor<io.platonic.host.v1.GetUserRecordRequest,
      io.platonic.host.v1.GetUserRecordResponse> getGetUserRecordMethod() {
    io.grpc.MethodDescriptor<io.platonic.host.v1.GetUserRecordRequest, io.platonic.host.v1.GetUserRecordResponse> getGetUserRecordMethod;
    if ((getGetUserRecordMethod = UserDatabaseServiceGrpc.getGetUserRecordMethod) == null) {
      synchronized (UserDatabaseServiceGrpc.class) {
        if ((getGetUserRecordMethod = UserDatabaseServiceGrpc.getGetUserRecordMethod) == null) {
          UserDatabaseServiceGrpc.getGetUserRecordMethod = getGetUserRecordMethod =
              io.grpc.MethodDescriptor.<io.platonic.host.v1.GetUserRecordRequest, io.platonic.host.v1.GetUserRecordResponse>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.UNARY)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "GetUserRecord"))
              .setSafe(true)
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.platonic.host.v1.GetUserRecordRequest.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.platonic.host.v1.GetUserRecordResponse.getDefaultInstance()))
              .setSchemaDescriptor(new UserDatabaseServiceMethodDescriptorSupplier("GetUserRecord"))
              .build();
        }
      }
    }
    return getGetUserRecordMethod;
  }

  private static volatile io.grpc.MethodDescriptor<io.platonic.host.v1.GetGroupRecordRequest,
      io.platonic.host.v1.GetGroupRecordResponse> getGetGroupRecordMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "GetGroupRecord",
      requestType = io.platonic.host.v1.GetGroupRecordRequest.class,
      responseType = io.platonic.host.v1.GetGroupRecordResponse.class,
      methodType = io.grpc.MethodDescriptor.MethodType.UNARY)
  public static io.grpc.MethodDescriptor<io.platonic.host.v1.GetGroupRecordRequest,
      io.platonic.host.v1.GetGroupRecordResponse> getGetGroupRecordMethod() {
    io.grpc.MethodDescriptor<io.platonic.host.v1.GetGroupRecordRequest, io.platonic.host.v1.GetGroupRecordResponse> getGetGroupRecordMethod;
    if ((getGetGroupRecordMethod = UserDatabaseServiceGrpc.getGetGroupRecordMethod) == null) {
      synchronized (UserDatabaseServiceGrpc.class) {
        if ((getGetGroupRecordMethod = UserDatabaseServiceGrpc.getGetGroupRecordMethod) == null) {
          UserDatabaseServiceGrpc.getGetGroupRecordMethod = getGetGroupRecordMethod =
              io.grpc.MethodDescriptor.<io.platonic.host.v1.GetGroupRecordRequest, io.platonic.host.v1.GetGroupRecordResponse>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.UNARY)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "GetGroupRecord"))
              .setSafe(true)
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.platonic.host.v1.GetGroupRecordRequest.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.platonic.host.v1.GetGroupRecordResponse.getDefaultInstance()))
              .setSchemaDescriptor(new UserDatabaseServiceMethodDescriptorSupplier("GetGroupRecord"))
              .build();
        }
      }
    }
    return getGetGroupRecordMethod;
  }

  private static volatile io.grpc.MethodDescriptor<io.platonic.host.v1.GetMembershipsRequest,
      io.platonic.host.v1.GetMembershipsResponse> getGetMembershipsMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "GetMemberships",
      requestType = io.platonic.host.v1.GetMembershipsRequest.class,
      responseType = io.platonic.host.v1.GetMembershipsResponse.class,
      methodType = io.grpc.MethodDescriptor.MethodType.UNARY)
  public static io.grpc.MethodDescriptor<io.platonic.host.v1.GetMembershipsRequest,
      io.platonic.host.v1.GetMembershipsResponse> getGetMembershipsMethod() {
    io.grpc.MethodDescriptor<io.platonic.host.v1.GetMembershipsRequest, io.platonic.host.v1.GetMembershipsResponse> getGetMembershipsMethod;
    if ((getGetMembershipsMethod = UserDatabaseServiceGrpc.getGetMembershipsMethod) == null) {
      synchronized (UserDatabaseServiceGrpc.class) {
        if ((getGetMembershipsMethod = UserDatabaseServiceGrpc.getGetMembershipsMethod) == null) {
          UserDatabaseServiceGrpc.getGetMembershipsMethod = getGetMembershipsMethod =
              io.grpc.MethodDescriptor.<io.platonic.host.v1.GetMembershipsRequest, io.platonic.host.v1.GetMembershipsResponse>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.UNARY)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "GetMemberships"))
              .setSafe(true)
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.platonic.host.v1.GetMembershipsRequest.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.platonic.host.v1.GetMembershipsResponse.getDefaultInstance()))
              .setSchemaDescriptor(new UserDatabaseServiceMethodDescriptorSupplier("GetMemberships"))
              .build();
        }
      }
    }
    return getGetMembershipsMethod;
  }

  /**
   * Creates a new async stub that supports all call types for the service
   */
  public static UserDatabaseServiceStub newStub(io.grpc.Channel channel) {
    io.grpc.stub.AbstractStub.StubFactory<UserDatabaseServiceStub> factory =
      new io.grpc.stub.AbstractStub.StubFactory<UserDatabaseServiceStub>() {
        @java.lang.Override
        public UserDatabaseServiceStub newStub(io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
          return new UserDatabaseServiceStub(channel, callOptions);
        }
      };
    return UserDatabaseServiceStub.newStub(factory, channel);
  }

  /**
   * Creates a new blocking-style stub that supports all types of calls on the service
   */
  public static UserDatabaseServiceBlockingV2Stub newBlockingV2Stub(
      io.grpc.Channel channel) {
    io.grpc.stub.AbstractStub.StubFactory<UserDatabaseServiceBlockingV2Stub> factory =
      new io.grpc.stub.AbstractStub.StubFactory<UserDatabaseServiceBlockingV2Stub>() {
        @java.lang.Override
        public UserDatabaseServiceBlockingV2Stub newStub(io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
          return new UserDatabaseServiceBlockingV2Stub(channel, callOptions);
        }
      };
    return UserDatabaseServiceBlockingV2Stub.newStub(factory, channel);
  }

  /**
   * Creates a new blocking-style stub that supports unary and streaming output calls on the service
   */
  public static UserDatabaseServiceBlockingStub newBlockingStub(
      io.grpc.Channel channel) {
    io.grpc.stub.AbstractStub.StubFactory<UserDatabaseServiceBlockingStub> factory =
      new io.grpc.stub.AbstractStub.StubFactory<UserDatabaseServiceBlockingStub>() {
        @java.lang.Override
        public UserDatabaseServiceBlockingStub newStub(io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
          return new UserDatabaseServiceBlockingStub(channel, callOptions);
        }
      };
    return UserDatabaseServiceBlockingStub.newStub(factory, channel);
  }

  /**
   * Creates a new ListenableFuture-style stub that supports unary calls on the service
   */
  public static UserDatabaseServiceFutureStub newFutureStub(
      io.grpc.Channel channel) {
    io.grpc.stub.AbstractStub.StubFactory<UserDatabaseServiceFutureStub> factory =
      new io.grpc.stub.AbstractStub.StubFactory<UserDatabaseServiceFutureStub>() {
        @java.lang.Override
        public UserDatabaseServiceFutureStub newStub(io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
          return new UserDatabaseServiceFutureStub(channel, callOptions);
        }
      };
    return UserDatabaseServiceFutureStub.newStub(factory, channel);
  }

  /**
   * <pre>
   * Users of the host: identities whose owner has set the entry `host.login` of the metadata. The data are public on the
   * host: names, UID and GID, home directory and shell.
   * </pre>
   */
  public interface AsyncService {

    /**
     * <pre>
     * Finds the user with this name, this UID, or both; without either it lists all users.
     * </pre>
     */
    default void getUserRecord(io.platonic.host.v1.GetUserRecordRequest request,
        io.grpc.stub.StreamObserver<io.platonic.host.v1.GetUserRecordResponse> responseObserver) {
      io.grpc.stub.ServerCalls.asyncUnimplementedUnaryCall(getGetUserRecordMethod(), responseObserver);
    }

    /**
     * <pre>
     * Finds the group with this name, this GID, or both; without either it lists all groups. All users share one group.
     * </pre>
     */
    default void getGroupRecord(io.platonic.host.v1.GetGroupRecordRequest request,
        io.grpc.stub.StreamObserver<io.platonic.host.v1.GetGroupRecordResponse> responseObserver) {
      io.grpc.stub.ServerCalls.asyncUnimplementedUnaryCall(getGetGroupRecordMethod(), responseObserver);
    }

    /**
     * <pre>
     * Lists memberships in supplementary groups. There are none, so it always fails with RESOURCE_NOT_FOUND.
     * </pre>
     */
    default void getMemberships(io.platonic.host.v1.GetMembershipsRequest request,
        io.grpc.stub.StreamObserver<io.platonic.host.v1.GetMembershipsResponse> responseObserver) {
      io.grpc.stub.ServerCalls.asyncUnimplementedUnaryCall(getGetMembershipsMethod(), responseObserver);
    }
  }

  /**
   * Base class for the server implementation of the service UserDatabaseService.
   * <pre>
   * Users of the host: identities whose owner has set the entry `host.login` of the metadata. The data are public on the
   * host: names, UID and GID, home directory and shell.
   * </pre>
   */
  public static abstract class UserDatabaseServiceImplBase
      implements io.grpc.BindableService, AsyncService {

    @java.lang.Override public final io.grpc.ServerServiceDefinition bindService() {
      return UserDatabaseServiceGrpc.bindService(this);
    }
  }

  /**
   * A stub to allow clients to do asynchronous rpc calls to service UserDatabaseService.
   * <pre>
   * Users of the host: identities whose owner has set the entry `host.login` of the metadata. The data are public on the
   * host: names, UID and GID, home directory and shell.
   * </pre>
   */
  public static final class UserDatabaseServiceStub
      extends io.grpc.stub.AbstractAsyncStub<UserDatabaseServiceStub> {
    private UserDatabaseServiceStub(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      super(channel, callOptions);
    }

    @java.lang.Override
    protected UserDatabaseServiceStub build(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      return new UserDatabaseServiceStub(channel, callOptions);
    }

    /**
     * <pre>
     * Finds the user with this name, this UID, or both; without either it lists all users.
     * </pre>
     */
    public void getUserRecord(io.platonic.host.v1.GetUserRecordRequest request,
        io.grpc.stub.StreamObserver<io.platonic.host.v1.GetUserRecordResponse> responseObserver) {
      io.grpc.stub.ClientCalls.asyncUnaryCall(
          getChannel().newCall(getGetUserRecordMethod(), getCallOptions()), request, responseObserver);
    }

    /**
     * <pre>
     * Finds the group with this name, this GID, or both; without either it lists all groups. All users share one group.
     * </pre>
     */
    public void getGroupRecord(io.platonic.host.v1.GetGroupRecordRequest request,
        io.grpc.stub.StreamObserver<io.platonic.host.v1.GetGroupRecordResponse> responseObserver) {
      io.grpc.stub.ClientCalls.asyncUnaryCall(
          getChannel().newCall(getGetGroupRecordMethod(), getCallOptions()), request, responseObserver);
    }

    /**
     * <pre>
     * Lists memberships in supplementary groups. There are none, so it always fails with RESOURCE_NOT_FOUND.
     * </pre>
     */
    public void getMemberships(io.platonic.host.v1.GetMembershipsRequest request,
        io.grpc.stub.StreamObserver<io.platonic.host.v1.GetMembershipsResponse> responseObserver) {
      io.grpc.stub.ClientCalls.asyncUnaryCall(
          getChannel().newCall(getGetMembershipsMethod(), getCallOptions()), request, responseObserver);
    }
  }

  /**
   * A stub to allow clients to do synchronous rpc calls to service UserDatabaseService.
   * <pre>
   * Users of the host: identities whose owner has set the entry `host.login` of the metadata. The data are public on the
   * host: names, UID and GID, home directory and shell.
   * </pre>
   */
  public static final class UserDatabaseServiceBlockingV2Stub
      extends io.grpc.stub.AbstractBlockingStub<UserDatabaseServiceBlockingV2Stub> {
    private UserDatabaseServiceBlockingV2Stub(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      super(channel, callOptions);
    }

    @java.lang.Override
    protected UserDatabaseServiceBlockingV2Stub build(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      return new UserDatabaseServiceBlockingV2Stub(channel, callOptions);
    }

    /**
     * <pre>
     * Finds the user with this name, this UID, or both; without either it lists all users.
     * </pre>
     */
    public io.platonic.host.v1.GetUserRecordResponse getUserRecord(io.platonic.host.v1.GetUserRecordRequest request) throws io.grpc.StatusException {
      return io.grpc.stub.ClientCalls.blockingV2UnaryCall(
          getChannel(), getGetUserRecordMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Finds the group with this name, this GID, or both; without either it lists all groups. All users share one group.
     * </pre>
     */
    public io.platonic.host.v1.GetGroupRecordResponse getGroupRecord(io.platonic.host.v1.GetGroupRecordRequest request) throws io.grpc.StatusException {
      return io.grpc.stub.ClientCalls.blockingV2UnaryCall(
          getChannel(), getGetGroupRecordMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Lists memberships in supplementary groups. There are none, so it always fails with RESOURCE_NOT_FOUND.
     * </pre>
     */
    public io.platonic.host.v1.GetMembershipsResponse getMemberships(io.platonic.host.v1.GetMembershipsRequest request) throws io.grpc.StatusException {
      return io.grpc.stub.ClientCalls.blockingV2UnaryCall(
          getChannel(), getGetMembershipsMethod(), getCallOptions(), request);
    }
  }

  /**
   * A stub to allow clients to do limited synchronous rpc calls to service UserDatabaseService.
   * <pre>
   * Users of the host: identities whose owner has set the entry `host.login` of the metadata. The data are public on the
   * host: names, UID and GID, home directory and shell.
   * </pre>
   */
  public static final class UserDatabaseServiceBlockingStub
      extends io.grpc.stub.AbstractBlockingStub<UserDatabaseServiceBlockingStub> {
    private UserDatabaseServiceBlockingStub(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      super(channel, callOptions);
    }

    @java.lang.Override
    protected UserDatabaseServiceBlockingStub build(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      return new UserDatabaseServiceBlockingStub(channel, callOptions);
    }

    /**
     * <pre>
     * Finds the user with this name, this UID, or both; without either it lists all users.
     * </pre>
     */
    public io.platonic.host.v1.GetUserRecordResponse getUserRecord(io.platonic.host.v1.GetUserRecordRequest request) {
      return io.grpc.stub.ClientCalls.blockingUnaryCall(
          getChannel(), getGetUserRecordMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Finds the group with this name, this GID, or both; without either it lists all groups. All users share one group.
     * </pre>
     */
    public io.platonic.host.v1.GetGroupRecordResponse getGroupRecord(io.platonic.host.v1.GetGroupRecordRequest request) {
      return io.grpc.stub.ClientCalls.blockingUnaryCall(
          getChannel(), getGetGroupRecordMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Lists memberships in supplementary groups. There are none, so it always fails with RESOURCE_NOT_FOUND.
     * </pre>
     */
    public io.platonic.host.v1.GetMembershipsResponse getMemberships(io.platonic.host.v1.GetMembershipsRequest request) {
      return io.grpc.stub.ClientCalls.blockingUnaryCall(
          getChannel(), getGetMembershipsMethod(), getCallOptions(), request);
    }
  }

  /**
   * A stub to allow clients to do ListenableFuture-style rpc calls to service UserDatabaseService.
   * <pre>
   * Users of the host: identities whose owner has set the entry `host.login` of the metadata. The data are public on the
   * host: names, UID and GID, home directory and shell.
   * </pre>
   */
  public static final class UserDatabaseServiceFutureStub
      extends io.grpc.stub.AbstractFutureStub<UserDatabaseServiceFutureStub> {
    private UserDatabaseServiceFutureStub(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      super(channel, callOptions);
    }

    @java.lang.Override
    protected UserDatabaseServiceFutureStub build(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      return new UserDatabaseServiceFutureStub(channel, callOptions);
    }

    /**
     * <pre>
     * Finds the user with this name, this UID, or both; without either it lists all users.
     * </pre>
     */
    public com.google.common.util.concurrent.ListenableFuture<io.platonic.host.v1.GetUserRecordResponse> getUserRecord(
        io.platonic.host.v1.GetUserRecordRequest request) {
      return io.grpc.stub.ClientCalls.futureUnaryCall(
          getChannel().newCall(getGetUserRecordMethod(), getCallOptions()), request);
    }

    /**
     * <pre>
     * Finds the group with this name, this GID, or both; without either it lists all groups. All users share one group.
     * </pre>
     */
    public com.google.common.util.concurrent.ListenableFuture<io.platonic.host.v1.GetGroupRecordResponse> getGroupRecord(
        io.platonic.host.v1.GetGroupRecordRequest request) {
      return io.grpc.stub.ClientCalls.futureUnaryCall(
          getChannel().newCall(getGetGroupRecordMethod(), getCallOptions()), request);
    }

    /**
     * <pre>
     * Lists memberships in supplementary groups. There are none, so it always fails with RESOURCE_NOT_FOUND.
     * </pre>
     */
    public com.google.common.util.concurrent.ListenableFuture<io.platonic.host.v1.GetMembershipsResponse> getMemberships(
        io.platonic.host.v1.GetMembershipsRequest request) {
      return io.grpc.stub.ClientCalls.futureUnaryCall(
          getChannel().newCall(getGetMembershipsMethod(), getCallOptions()), request);
    }
  }

  private static final int METHODID_GET_USER_RECORD = 0;
  private static final int METHODID_GET_GROUP_RECORD = 1;
  private static final int METHODID_GET_MEMBERSHIPS = 2;

  private static final class MethodHandlers<Req, Resp> implements
      io.grpc.stub.ServerCalls.UnaryMethod<Req, Resp>,
      io.grpc.stub.ServerCalls.ServerStreamingMethod<Req, Resp>,
      io.grpc.stub.ServerCalls.ClientStreamingMethod<Req, Resp>,
      io.grpc.stub.ServerCalls.BidiStreamingMethod<Req, Resp> {
    private final AsyncService serviceImpl;
    private final int methodId;

    MethodHandlers(AsyncService serviceImpl, int methodId) {
      this.serviceImpl = serviceImpl;
      this.methodId = methodId;
    }

    @java.lang.Override
    @java.lang.SuppressWarnings("unchecked")
    public void invoke(Req request, io.grpc.stub.StreamObserver<Resp> responseObserver) {
      switch (methodId) {
        case METHODID_GET_USER_RECORD:
          serviceImpl.getUserRecord((io.platonic.host.v1.GetUserRecordRequest) request,
              (io.grpc.stub.StreamObserver<io.platonic.host.v1.GetUserRecordResponse>) responseObserver);
          break;
        case METHODID_GET_GROUP_RECORD:
          serviceImpl.getGroupRecord((io.platonic.host.v1.GetGroupRecordRequest) request,
              (io.grpc.stub.StreamObserver<io.platonic.host.v1.GetGroupRecordResponse>) responseObserver);
          break;
        case METHODID_GET_MEMBERSHIPS:
          serviceImpl.getMemberships((io.platonic.host.v1.GetMembershipsRequest) request,
              (io.grpc.stub.StreamObserver<io.platonic.host.v1.GetMembershipsResponse>) responseObserver);
          break;
        default:
          throw new AssertionError();
      }
    }

    @java.lang.Override
    @java.lang.SuppressWarnings("unchecked")
    public io.grpc.stub.StreamObserver<Req> invoke(
        io.grpc.stub.StreamObserver<Resp> responseObserver) {
      switch (methodId) {
        default:
          throw new AssertionError();
      }
    }
  }

  public static final io.grpc.ServerServiceDefinition bindService(AsyncService service) {
    return io.grpc.ServerServiceDefinition.builder(getServiceDescriptor())
        .addMethod(
          getGetUserRecordMethod(),
          io.grpc.stub.ServerCalls.asyncUnaryCall(
            new MethodHandlers<
              io.platonic.host.v1.GetUserRecordRequest,
              io.platonic.host.v1.GetUserRecordResponse>(
                service, METHODID_GET_USER_RECORD)))
        .addMethod(
          getGetGroupRecordMethod(),
          io.grpc.stub.ServerCalls.asyncUnaryCall(
            new MethodHandlers<
              io.platonic.host.v1.GetGroupRecordRequest,
              io.platonic.host.v1.GetGroupRecordResponse>(
                service, METHODID_GET_GROUP_RECORD)))
        .addMethod(
          getGetMembershipsMethod(),
          io.grpc.stub.ServerCalls.asyncUnaryCall(
            new MethodHandlers<
              io.platonic.host.v1.GetMembershipsRequest,
              io.platonic.host.v1.GetMembershipsResponse>(
                service, METHODID_GET_MEMBERSHIPS)))
        .build();
  }

  private static abstract class UserDatabaseServiceBaseDescriptorSupplier
      implements io.grpc.protobuf.ProtoFileDescriptorSupplier, io.grpc.protobuf.ProtoServiceDescriptorSupplier {
    UserDatabaseServiceBaseDescriptorSupplier() {}

    @java.lang.Override
    public com.google.protobuf.Descriptors.FileDescriptor getFileDescriptor() {
      return io.platonic.host.v1.UserDatabaseProto.getDescriptor();
    }

    @java.lang.Override
    public com.google.protobuf.Descriptors.ServiceDescriptor getServiceDescriptor() {
      return getFileDescriptor().findServiceByName("UserDatabaseService");
    }
  }

  private static final class UserDatabaseServiceFileDescriptorSupplier
      extends UserDatabaseServiceBaseDescriptorSupplier {
    UserDatabaseServiceFileDescriptorSupplier() {}
  }

  private static final class UserDatabaseServiceMethodDescriptorSupplier
      extends UserDatabaseServiceBaseDescriptorSupplier
      implements io.grpc.protobuf.ProtoMethodDescriptorSupplier {
    private final java.lang.String methodName;

    UserDatabaseServiceMethodDescriptorSupplier(java.lang.String methodName) {
      this.methodName = methodName;
    }

    @java.lang.Override
    public com.google.protobuf.Descriptors.MethodDescriptor getMethodDescriptor() {
      return getServiceDescriptor().findMethodByName(methodName);
    }
  }

  private static volatile io.grpc.ServiceDescriptor serviceDescriptor;

  public static io.grpc.ServiceDescriptor getServiceDescriptor() {
    io.grpc.ServiceDescriptor result = serviceDescriptor;
    if (result == null) {
      synchronized (UserDatabaseServiceGrpc.class) {
        result = serviceDescriptor;
        if (result == null) {
          serviceDescriptor = result = io.grpc.ServiceDescriptor.newBuilder(SERVICE_NAME)
              .setSchemaDescriptor(new UserDatabaseServiceFileDescriptorSupplier())
              .addMethod(getGetUserRecordMethod())
              .addMethod(getGetGroupRecordMethod())
              .addMethod(getGetMembershipsMethod())
              .build();
        }
      }
    }
    return result;
  }
}
