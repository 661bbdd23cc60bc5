package io.platonic.admin.v1;

import static io.grpc.MethodDescriptor.generateFullMethodName;

/**
 * <pre>
 * Creates, lists and revokes API keys, and lists the plans that they may have. A session may do so for the keys of its own
 * identity, without the permissions. A key of an identity calls the geocode operations alone: no key moves the money of
 * the identity or changes its data.
 * </pre>
 */
@io.grpc.stub.annotations.GrpcGenerated
public final class KeyServiceGrpc {

  private KeyServiceGrpc() {}

  public static final java.lang.String SERVICE_NAME = "admin.v1.KeyService";

  // Static method descriptors that strictly reflect the proto.
  private static volatile io.grpc.MethodDescriptor<io.platonic.admin.v1.CreateKeyRequest,
      io.platonic.admin.v1.CreateKeyResponse> getCreateKeyMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "CreateKey",
      requestType = io.platonic.admin.v1.CreateKeyRequest.class,
      responseType = io.platonic.admin.v1.CreateKeyResponse.class,
      methodType = io.grpc.MethodDescriptor.MethodType.UNARY)
  public static io.grpc.MethodDescriptor<io.platonic.admin.v1.CreateKeyRequest,
      io.platonic.admin.v1.CreateKeyResponse> getCreateKeyMethod() {
    io.grpc.MethodDescriptor<io.platonic.admin.v1.CreateKeyRequest, io.platonic.admin.v1.CreateKeyResponse> getCreateKeyMethod;
    if ((getCreateKeyMethod = KeyServiceGrpc.getCreateKeyMethod) == null) {
      synchronized (KeyServiceGrpc.class) {
        if ((getCreateKeyMethod = KeyServiceGrpc.getCreateKeyMethod) == null) {
          KeyServiceGrpc.getCreateKeyMethod = getCreateKeyMethod =
              io.grpc.MethodDescriptor.<io.platonic.admin.v1.CreateKeyRequest, io.platonic.admin.v1.CreateKeyResponse>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.UNARY)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "CreateKey"))
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.platonic.admin.v1.CreateKeyRequest.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.platonic.admin.v1.CreateKeyResponse.getDefaultInstance()))
              .setSchemaDescriptor(new KeyServiceMethodDescriptorSupplier("CreateKey"))
              .build();
        }
      }
    }
    return getCreateKeyMethod;
  }

  private static volatile io.grpc.MethodDescriptor<io.platonic.admin.v1.ListKeysRequest,
      io.platonic.admin.v1.ListKeysResponse> getListKeysMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "ListKeys",
      requestType = io.platonic.admin.v1.ListKeysRequest.class,
      responseType = io.platonic.admin.v1.ListKeysResponse.class,
      methodType = io.grpc.MethodDescriptor.MethodType.UNARY)
  public static io.grpc.MethodDescriptor<io.platonic.admin.v1.ListKeysRequest,
      io.platonic.admin.v1.ListKeysResponse> getListKeysMethod() {
    io.grpc.MethodDescriptor<io.platonic.admin.v1.ListKeysRequest, io.platonic.admin.v1.ListKeysResponse> getListKeysMethod;
    if ((getListKeysMethod = KeyServiceGrpc.getListKeysMethod) == null) {
      synchronized (KeyServiceGrpc.class) {
        if ((getListKeysMethod = KeyServiceGrpc.getListKeysMethod) == null) {
          KeyServiceGrpc.getListKeysMethod = getListKeysMethod =
              io.grpc.MethodDescriptor.<io.platonic.admin.v1.ListKeysRequest, io.platonic.admin.v1.ListKeysResponse>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.UNARY)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "ListKeys"))
              .setSafe(true)
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.platonic.admin.v1.ListKeysRequest.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.platonic.admin.v1.ListKeysResponse.getDefaultInstance()))
              .setSchemaDescriptor(new KeyServiceMethodDescriptorSupplier("ListKeys"))
              .build();
        }
      }
    }
    return getListKeysMethod;
  }

  private static volatile io.grpc.MethodDescriptor<io.platonic.admin.v1.RevokeKeyRequest,
      io.platonic.admin.v1.RevokeKeyResponse> getRevokeKeyMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "RevokeKey",
      requestType = io.platonic.admin.v1.RevokeKeyRequest.class,
      responseType = io.platonic.admin.v1.RevokeKeyResponse.class,
      methodType = io.grpc.MethodDescriptor.MethodType.UNARY)
  public static io.grpc.MethodDescriptor<io.platonic.admin.v1.RevokeKeyRequest,
      io.platonic.admin.v1.RevokeKeyResponse> getRevokeKeyMethod() {
    io.grpc.MethodDescriptor<io.platonic.admin.v1.RevokeKeyRequest, io.platonic.admin.v1.RevokeKeyResponse> getRevokeKeyMethod;
    if ((getRevokeKeyMethod = KeyServiceGrpc.getRevokeKeyMethod) == null) {
      synchronized (KeyServiceGrpc.class) {
        if ((getRevokeKeyMethod = KeyServiceGrpc.getRevokeKeyMethod) == null) {
          KeyServiceGrpc.getRevokeKeyMethod = getRevokeKeyMethod =
              io.grpc.MethodDescriptor.<io.platonic.admin.v1.RevokeKeyRequest, io.platonic.admin.v1.RevokeKeyResponse>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.UNARY)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "RevokeKey"))
              .setIdempotent(true)
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.platonic.admin.v1.RevokeKeyRequest.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.platonic.admin.v1.RevokeKeyResponse.getDefaultInstance()))
              .setSchemaDescriptor(new KeyServiceMethodDescriptorSupplier("RevokeKey"))
              .build();
        }
      }
    }
    return getRevokeKeyMethod;
  }

  private static volatile io.grpc.MethodDescriptor<io.platonic.admin.v1.ChangePlanRequest,
      io.platonic.admin.v1.ChangePlanResponse> getChangePlanMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "ChangePlan",
      requestType = io.platonic.admin.v1.ChangePlanRequest.class,
      responseType = io.platonic.admin.v1.ChangePlanResponse.class,
      methodType = io.grpc.MethodDescriptor.MethodType.UNARY)
  public static io.grpc.MethodDescriptor<io.platonic.admin.v1.ChangePlanRequest,
      io.platonic.admin.v1.ChangePlanResponse> getChangePlanMethod() {
    io.grpc.MethodDescriptor<io.platonic.admin.v1.ChangePlanRequest, io.platonic.admin.v1.ChangePlanResponse> getChangePlanMethod;
    if ((getChangePlanMethod = KeyServiceGrpc.getChangePlanMethod) == null) {
      synchronized (KeyServiceGrpc.class) {
        if ((getChangePlanMethod = KeyServiceGrpc.getChangePlanMethod) == null) {
          KeyServiceGrpc.getChangePlanMethod = getChangePlanMethod =
              io.grpc.MethodDescriptor.<io.platonic.admin.v1.ChangePlanRequest, io.platonic.admin.v1.ChangePlanResponse>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.UNARY)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "ChangePlan"))
              .setIdempotent(true)
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.platonic.admin.v1.ChangePlanRequest.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.platonic.admin.v1.ChangePlanResponse.getDefaultInstance()))
              .setSchemaDescriptor(new KeyServiceMethodDescriptorSupplier("ChangePlan"))
              .build();
        }
      }
    }
    return getChangePlanMethod;
  }

  private static volatile io.grpc.MethodDescriptor<io.platonic.admin.v1.ListPlansRequest,
      io.platonic.admin.v1.ListPlansResponse> getListPlansMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "ListPlans",
      requestType = io.platonic.admin.v1.ListPlansRequest.class,
      responseType = io.platonic.admin.v1.ListPlansResponse.class,
      methodType = io.grpc.MethodDescriptor.MethodType.UNARY)
  public static io.grpc.MethodDescriptor<io.platonic.admin.v1.ListPlansRequest,
      io.platonic.admin.v1.ListPlansResponse> getListPlansMethod() {
    io.grpc.MethodDescriptor<io.platonic.admin.v1.ListPlansRequest, io.platonic.admin.v1.ListPlansResponse> getListPlansMethod;
    if ((getListPlansMethod = KeyServiceGrpc.getListPlansMethod) == null) {
      synchronized (KeyServiceGrpc.class) {
        if ((getListPlansMethod = KeyServiceGrpc.getListPlansMethod) == null) {
          KeyServiceGrpc.getListPlansMethod = getListPlansMethod =
              io.grpc.MethodDescriptor.<io.platonic.admin.v1.ListPlansRequest, io.platonic.admin.v1.ListPlansResponse>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.UNARY)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "ListPlans"))
              .setSafe(true)
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.platonic.admin.v1.ListPlansRequest.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.platonic.admin.v1.ListPlansResponse.getDefaultInstance()))
              .setSchemaDescriptor(new KeyServiceMethodDescriptorSupplier("ListPlans"))
              .build();
        }
      }
    }
    return getListPlansMethod;
  }

  /**
   * Creates a new async stub that supports all call types for the service
   */
  public static KeyServiceStub newStub(io.grpc.Channel channel) {
    io.grpc.stub.AbstractStub.StubFactory<KeyServiceStub> factory =
      new io.grpc.stub.AbstractStub.StubFactory<KeyServiceStub>() {
        @java.lang.Override
        public KeyServiceStub newStub(io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
          return new KeyServiceStub(channel, callOptions);
        }
      };
    return KeyServiceStub.newStub(factory, channel);
  }

  /**
   * Creates a new blocking-style stub that supports all types of calls on the service
   */
  public static KeyServiceBlockingV2Stub newBlockingV2Stub(
      io.grpc.Channel channel) {
    io.grpc.stub.AbstractStub.StubFactory<KeyServiceBlockingV2Stub> factory =
      new io.grpc.stub.AbstractStub.StubFactory<KeyServiceBlockingV2Stub>() {
        @java.lang.Override
        public KeyServiceBlockingV2Stub newStub(io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
          return new KeyServiceBlockingV2Stub(channel, callOptions);
        }
      };
    return KeyServiceBlockingV2Stub.newStub(factory, channel);
  }

  /**
   * Creates a new blocking-style stub that supports unary and streaming output calls on the service
   */
  public static KeyServiceBlockingStub newBlockingStub(
      io.grpc.Channel channel) {
    io.grpc.stub.AbstractStub.StubFactory<KeyServiceBlockingStub> factory =
      new io.grpc.stub.AbstractStub.StubFactory<KeyServiceBlockingStub>() {
        @java.lang.Override
        public KeyServiceBlockingStub newStub(io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
          return new KeyServiceBlockingStub(channel, callOptions);
        }
      };
    return KeyServiceBlockingStub.newStub(factory, channel);
  }

  /**
   * Creates a new ListenableFuture-style stub that supports unary calls on the service
   */
  public static KeyServiceFutureStub newFutureStub(
      io.grpc.Channel channel) {
    io.grpc.stub.AbstractStub.StubFactory<KeyServiceFutureStub> factory =
      new io.grpc.stub.AbstractStub.StubFactory<KeyServiceFutureStub>() {
        @java.lang.Override
        public KeyServiceFutureStub newStub(io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
          return new KeyServiceFutureStub(channel, callOptions);
        }
      };
    return KeyServiceFutureStub.newStub(factory, channel);
  }

  /**
   * <pre>
   * Creates, lists and revokes API keys, and lists the plans that they may have. A session may do so for the keys of its own
   * identity, without the permissions. A key of an identity calls the geocode operations alone: no key moves the money of
   * the identity or changes its data.
   * </pre>
   */
  public interface AsyncService {

    /**
     * <pre>
     * Creates a key. Its secret is returned only in this response. An identity has at most 100 keys that are not revoked, and
     * creates at most 100 in a day.
     * </pre>
     */
    default void createKey(io.platonic.admin.v1.CreateKeyRequest request,
        io.grpc.stub.StreamObserver<io.platonic.admin.v1.CreateKeyResponse> responseObserver) {
      io.grpc.stub.ServerCalls.asyncUnimplementedUnaryCall(getCreateKeyMethod(), responseObserver);
    }

    /**
     * <pre>
     * Lists keys, including revoked ones, newest first: all of them unless the request says otherwise.
     * </pre>
     */
    default void listKeys(io.platonic.admin.v1.ListKeysRequest request,
        io.grpc.stub.StreamObserver<io.platonic.admin.v1.ListKeysResponse> responseObserver) {
      io.grpc.stub.ServerCalls.asyncUnimplementedUnaryCall(getListKeysMethod(), responseObserver);
    }

    /**
     * <pre>
     * Revokes a key immediately. Revoking it again changes nothing.
     * </pre>
     */
    default void revokeKey(io.platonic.admin.v1.RevokeKeyRequest request,
        io.grpc.stub.StreamObserver<io.platonic.admin.v1.RevokeKeyResponse> responseObserver) {
      io.grpc.stub.ServerCalls.asyncUnimplementedUnaryCall(getRevokeKeyMethod(), responseObserver);
    }

    /**
     * <pre>
     * Moves a key to another plan, whose limits hold for its next call: in the process that is asked at once, in others within
     * a second.
     * </pre>
     */
    default void changePlan(io.platonic.admin.v1.ChangePlanRequest request,
        io.grpc.stub.StreamObserver<io.platonic.admin.v1.ChangePlanResponse> responseObserver) {
      io.grpc.stub.ServerCalls.asyncUnimplementedUnaryCall(getChangePlanMethod(), responseObserver);
    }

    /**
     * <pre>
     * Lists the plans that keys may have. Plans of the service itself are listed only to callers with the permission
     * `keys:list`.
     * </pre>
     */
    default void listPlans(io.platonic.admin.v1.ListPlansRequest request,
        io.grpc.stub.StreamObserver<io.platonic.admin.v1.ListPlansResponse> responseObserver) {
      io.grpc.stub.ServerCalls.asyncUnimplementedUnaryCall(getListPlansMethod(), responseObserver);
    }
  }

  /**
   * Base class for the server implementation of the service KeyService.
   * <pre>
   * Creates, lists and revokes API keys, and lists the plans that they may have. A session may do so for the keys of its own
   * identity, without the permissions. A key of an identity calls the geocode operations alone: no key moves the money of
   * the identity or changes its data.
   * </pre>
   */
  public static abstract class KeyServiceImplBase
      implements io.grpc.BindableService, AsyncService {

    @java.lang.Override public final io.grpc.ServerServiceDefinition bindService() {
      return KeyServiceGrpc.bindService(this);
    }
  }

  /**
   * A stub to allow clients to do asynchronous rpc calls to service KeyService.
   * <pre>
   * Creates, lists and revokes API keys, and lists the plans that they may have. A session may do so for the keys of its own
   * identity, without the permissions. A key of an identity calls the geocode operations alone: no key moves the money of
   * the identity or changes its data.
   * </pre>
   */
  public static final class KeyServiceStub
      extends io.grpc.stub.AbstractAsyncStub<KeyServiceStub> {
    private KeyServiceStub(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      super(channel, callOptions);
    }

    @java.lang.Override
    protected KeyServiceStub build(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      return new KeyServiceStub(channel, callOptions);
    }

    /**
     * <pre>
     * Creates a key. Its secret is returned only in this response. An identity has at most 100 keys that are not revoked, and
     * creates at most 100 in a day.
     * </pre>
     */
    public void createKey(io.platonic.admin.v1.CreateKeyRequest request,
        io.grpc.stub.StreamObserver<io.platonic.admin.v1.CreateKeyResponse> responseObserver) {
      io.grpc.stub.ClientCalls.asyncUnaryCall(
          getChannel().newCall(getCreateKeyMethod(), getCallOptions()), request, responseObserver);
    }

    /**
     * <pre>
     * Lists keys, including revoked ones, newest first: all of them unless the request says otherwise.
     * </pre>
     */
    public void listKeys(io.platonic.admin.v1.ListKeysRequest request,
        io.grpc.stub.StreamObserver<io.platonic.admin.v1.ListKeysResponse> responseObserver) {
      io.grpc.stub.ClientCalls.asyncUnaryCall(
          getChannel().newCall(getListKeysMethod(), getCallOptions()), request, responseObserver);
    }

    /**
     * <pre>
     * Revokes a key immediately. Revoking it again changes nothing.
     * </pre>
     */
    public void revokeKey(io.platonic.admin.v1.RevokeKeyRequest request,
        io.grpc.stub.StreamObserver<io.platonic.admin.v1.RevokeKeyResponse> responseObserver) {
      io.grpc.stub.ClientCalls.asyncUnaryCall(
          getChannel().newCall(getRevokeKeyMethod(), getCallOptions()), request, responseObserver);
    }

    /**
     * <pre>
     * Moves a key to another plan, whose limits hold for its next call: in the process that is asked at once, in others within
     * a second.
     * </pre>
     */
    public void changePlan(io.platonic.admin.v1.ChangePlanRequest request,
        io.grpc.stub.StreamObserver<io.platonic.admin.v1.ChangePlanResponse> responseObserver) {
      io.grpc.stub.ClientCalls.asyncUnaryCall(
          getChannel().newCall(getChangePlanMethod(), getCallOptions()), request, responseObserver);
    }

    /**
     * <pre>
     * Lists the plans that keys may have. Plans of the service itself are listed only to callers with the permission
     * `keys:list`.
     * </pre>
     */
    public void listPlans(io.platonic.admin.v1.ListPlansRequest request,
        io.grpc.stub.StreamObserver<io.platonic.admin.v1.ListPlansResponse> responseObserver) {
      io.grpc.stub.ClientCalls.asyncUnaryCall(
          getChannel().newCall(getListPlansMethod(), getCallOptions()), request, responseObserver);
    }
  }

  /**
   * A stub to allow clients to do synchronous rpc calls to service KeyService.
   * <pre>
   * Creates, lists and revokes API keys, and lists the plans that they may have. A session may do so for the keys of its own
   * identity, without the permissions. A key of an identity calls the geocode operations alone: no key moves the money of
   * the identity or changes its data.
   * </pre>
   */
  public static final class KeyServiceBlockingV2Stub
      extends io.grpc.stub.AbstractBlockingStub<KeyServiceBlockingV2Stub> {
    private KeyServiceBlockingV2Stub(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      super(channel, callOptions);
    }

    @java.lang.Override
    protected KeyServiceBlockingV2Stub build(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      return new KeyServiceBlockingV2Stub(channel, callOptions);
    }

    /**
     * <pre>
     * Creates a key. Its secret is returned only in this response. An identity has at most 100 keys that are not revoked, and
     * creates at most 100 in a day.
     * </pre>
     */
    public io.platonic.admin.v1.CreateKeyResponse createKey(io.platonic.admin.v1.CreateKeyRequest request) throws io.grpc.StatusException {
      return io.grpc.stub.ClientCalls.blockingV2UnaryCall(
          getChannel(), getCreateKeyMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Lists keys, including revoked ones, newest first: all of them unless the request says otherwise.
     * </pre>
     */
    public io.platonic.admin.v1.ListKeysResponse listKeys(io.platonic.admin.v1.ListKeysRequest request) throws io.grpc.StatusException {
      return io.grpc.stub.ClientCalls.blockingV2UnaryCall(
          getChannel(), getListKeysMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Revokes a key immediately. Revoking it again changes nothing.
     * </pre>
     */
    public io.platonic.admin.v1.RevokeKeyResponse revokeKey(io.platonic.admin.v1.RevokeKeyRequest request) throws io.grpc.StatusException {
      return io.grpc.stub.ClientCalls.blockingV2UnaryCall(
          getChannel(), getRevokeKeyMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Moves a key to another plan, whose limits hold for its next call: in the process that is asked at once, in others within
     * a second.
     * </pre>
     */
    public io.platonic.admin.v1.ChangePlanResponse changePlan(io.platonic.admin.v1.ChangePlanRequest request) throws io.grpc.StatusException {
      return io.grpc.stub.ClientCalls.blockingV2UnaryCall(
          getChannel(), getChangePlanMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Lists the plans that keys may have. Plans of the service itself are listed only to callers with the permission
     * `keys:list`.
     * </pre>
     */
    public io.platonic.admin.v1.ListPlansResponse listPlans(io.platonic.admin.v1.ListPlansRequest request) throws io.grpc.StatusException {
      return io.grpc.stub.ClientCalls.blockingV2UnaryCall(
          getChannel(), getListPlansMethod(), getCallOptions(), request);
    }
  }

  /**
   * A stub to allow clients to do limited synchronous rpc calls to service KeyService.
   * <pre>
   * Creates, lists and revokes API keys, and lists the plans that they may have. A session may do so for the keys of its own
   * identity, without the permissions. A key of an identity calls the geocode operations alone: no key moves the money of
   * the identity or changes its data.
   * </pre>
   */
  public static final class KeyServiceBlockingStub
      extends io.grpc.stub.AbstractBlockingStub<KeyServiceBlockingStub> {
    private KeyServiceBlockingStub(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      super(channel, callOptions);
    }

    @java.lang.Override
    protected KeyServiceBlockingStub build(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      return new KeyServiceBlockingStub(channel, callOptions);
    }

    /**
     * <pre>
     * Creates a key. Its secret is returned only in this response. An identity has at most 100 keys that are not revoked, and
     * creates at most 100 in a day.
     * </pre>
     */
    public io.platonic.admin.v1.CreateKeyResponse createKey(io.platonic.admin.v1.CreateKeyRequest request) {
      return io.grpc.stub.ClientCalls.blockingUnaryCall(
          getChannel(), getCreateKeyMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Lists keys, including revoked ones, newest first: all of them unless the request says otherwise.
     * </pre>
     */
    public io.platonic.admin.v1.ListKeysResponse listKeys(io.platonic.admin.v1.ListKeysRequest request) {
      return io.grpc.stub.ClientCalls.blockingUnaryCall(
          getChannel(), getListKeysMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Revokes a key immediately. Revoking it again changes nothing.
     * </pre>
     */
    public io.platonic.admin.v1.RevokeKeyResponse revokeKey(io.platonic.admin.v1.RevokeKeyRequest request) {
      return io.grpc.stub.ClientCalls.blockingUnaryCall(
          getChannel(), getRevokeKeyMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Moves a key to another plan, whose limits hold for its next call: in the process that is asked at once, in others within
     * a second.
     * </pre>
     */
    public io.platonic.admin.v1.ChangePlanResponse changePlan(io.platonic.admin.v1.ChangePlanRequest request) {
      return io.grpc.stub.ClientCalls.blockingUnaryCall(
          getChannel(), getChangePlanMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Lists the plans that keys may have. Plans of the service itself are listed only to callers with the permission
     * `keys:list`.
     * </pre>
     */
    public io.platonic.admin.v1.ListPlansResponse listPlans(io.platonic.admin.v1.ListPlansRequest request) {
      return io.grpc.stub.ClientCalls.blockingUnaryCall(
          getChannel(), getListPlansMethod(), getCallOptions(), request);
    }
  }

  /**
   * A stub to allow clients to do ListenableFuture-style rpc calls to service KeyService.
   * <pre>
   * Creates, lists and revokes API keys, and lists the plans that they may have. A session may do so for the keys of its own
   * identity, without the permissions. A key of an identity calls the geocode operations alone: no key moves the money of
   * the identity or changes its data.
   * </pre>
   */
  public static final class KeyServiceFutureStub
      extends io.grpc.stub.AbstractFutureStub<KeyServiceFutureStub> {
    private KeyServiceFutureStub(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      super(channel, callOptions);
    }

    @java.lang.Override
    protected KeyServiceFutureStub build(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      return new KeyServiceFutureStub(channel, callOptions);
    }

    /**
     * <pre>
     * Creates a key. Its secret is returned only in this response. An identity has at most 100 keys that are not revoked, and
     * creates at most 100 in a day.
     * </pre>
     */
    public com.google.common.util.concurrent.ListenableFuture<io.platonic.admin.v1.CreateKeyResponse> createKey(
        io.platonic.admin.v1.CreateKeyRequest request) {
      return io.grpc.stub.ClientCalls.futureUnaryCall(
          getChannel().newCall(getCreateKeyMethod(), getCallOptions()), request);
    }

    /**
     * <pre>
     * Lists keys, including revoked ones, newest first: all of them unless the request says otherwise.
     * </pre>
     */
    public com.google.common.util.concurrent.ListenableFuture<io.platonic.admin.v1.ListKeysResponse> listKeys(
        io.platonic.admin.v1.ListKeysRequest request) {
      return io.grpc.stub.ClientCalls.futureUnaryCall(
          getChannel().newCall(getListKeysMethod(), getCallOptions()), request);
    }

    /**
     * <pre>
     * Revokes a key immediately. Revoking it again changes nothing.
     * </pre>
     */
    public com.google.common.util.concurrent.ListenableFuture<io.platonic.admin.v1.RevokeKeyResponse> revokeKey(
        io.platonic.admin.v1.RevokeKeyRequest request) {
      return io.grpc.stub.ClientCalls.futureUnaryCall(
          getChannel().newCall(getRevokeKeyMethod(), getCallOptions()), request);
    }

    /**
     * <pre>
     * Moves a key to another plan, whose limits hold for its next call: in the process that is asked at once, in others within
     * a second.
     * </pre>
     */
    public com.google.common.util.concurrent.ListenableFuture<io.platonic.admin.v1.ChangePlanResponse> changePlan(
        io.platonic.admin.v1.ChangePlanRequest request) {
      return io.grpc.stub.ClientCalls.futureUnaryCall(
          getChannel().newCall(getChangePlanMethod(), getCallOptions()), request);
    }

    /**
     * <pre>
     * Lists the plans that keys may have. Plans of the service itself are listed only to callers with the permission
     * `keys:list`.
     * </pre>
     */
    public com.google.common.util.concurrent.ListenableFuture<io.platonic.admin.v1.ListPlansResponse> listPlans(
        io.platonic.admin.v1.ListPlansRequest request) {
      return io.grpc.stub.ClientCalls.futureUnaryCall(
          getChannel().newCall(getListPlansMethod(), getCallOptions()), request);
    }
  }

  private static final int METHODID_CREATE_KEY = 0;
  private static final int METHODID_LIST_KEYS = 1;
  private static final int METHODID_REVOKE_KEY = 2;
  private static final int METHODID_CHANGE_PLAN = 3;
  private static final int METHODID_LIST_PLANS = 4;

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
        case METHODID_CREATE_KEY:
          serviceImpl.createKey((io.platonic.admin.v1.CreateKeyRequest) request,
              (io.grpc.stub.StreamObserver<io.platonic.admin.v1.CreateKeyResponse>) responseObserver);
          break;
        case METHODID_LIST_KEYS:
          serviceImpl.listKeys((io.platonic.admin.v1.ListKeysRequest) request,
              (io.grpc.stub.StreamObserver<io.platonic.admin.v1.ListKeysResponse>) responseObserver);
          break;
        case METHODID_REVOKE_KEY:
          serviceImpl.revokeKey((io.platonic.admin.v1.RevokeKeyRequest) request,
              (io.grpc.stub.StreamObserver<io.platonic.admin.v1.RevokeKeyResponse>) responseObserver);
          break;
        case METHODID_CHANGE_PLAN:
          serviceImpl.changePlan((io.platonic.admin.v1.ChangePlanRequest) request,
              (io.grpc.stub.StreamObserver<io.platonic.admin.v1.ChangePlanResponse>) responseObserver);
          break;
        case METHODID_LIST_PLANS:
          serviceImpl.listPlans((io.platonic.admin.v1.ListPlansRequest) request,
              (io.grpc.stub.StreamObserver<io.platonic.admin.v1.ListPlansResponse>) responseObserver);
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
          getCreateKeyMethod(),
          io.grpc.stub.ServerCalls.asyncUnaryCall(
            new MethodHandlers<
              io.platonic.admin.v1.CreateKeyRequest,
              io.platonic.admin.v1.CreateKeyResponse>(
                service, METHODID_CREATE_KEY)))
        .addMethod(
          getListKeysMethod(),
          io.grpc.stub.ServerCalls.asyncUnaryCall(
            new MethodHandlers<
              io.platonic.admin.v1.ListKeysRequest,
              io.platonic.admin.v1.ListKeysResponse>(
                service, METHODID_LIST_KEYS)))
        .addMethod(
          getRevokeKeyMethod(),
          io.grpc.stub.ServerCalls.asyncUnaryCall(
            new MethodHandlers<
              io.platonic.admin.v1.RevokeKeyRequest,
              io.platonic.admin.v1.RevokeKeyResponse>(
                service, METHODID_REVOKE_KEY)))
        .addMethod(
          getChangePlanMethod(),
          io.grpc.stub.ServerCalls.asyncUnaryCall(
            new MethodHandlers<
              io.platonic.admin.v1.ChangePlanRequest,
              io.platonic.admin.v1.ChangePlanResponse>(
                service, METHODID_CHANGE_PLAN)))
        .addMethod(
          getListPlansMethod(),
          io.grpc.stub.ServerCalls.asyncUnaryCall(
            new MethodHandlers<
              io.platonic.admin.v1.ListPlansRequest,
              io.platonic.admin.v1.ListPlansResponse>(
                service, METHODID_LIST_PLANS)))
        .build();
  }

  private static abstract class KeyServiceBaseDescriptorSupplier
      implements io.grpc.protobuf.ProtoFileDescriptorSupplier, io.grpc.protobuf.ProtoServiceDescriptorSupplier {
    KeyServiceBaseDescriptorSupplier() {}

    @java.lang.Override
    public com.google.protobuf.Descriptors.FileDescriptor getFileDescriptor() {
      return io.platonic.admin.v1.KeysProto.getDescriptor();
    }

    @java.lang.Override
    public com.google.protobuf.Descriptors.ServiceDescriptor getServiceDescriptor() {
      return getFileDescriptor().findServiceByName("KeyService");
    }
  }

  private static final class KeyServiceFileDescriptorSupplier
      extends KeyServiceBaseDescriptorSupplier {
    KeyServiceFileDescriptorSupplier() {}
  }

  private static final class KeyServiceMethodDescriptorSupplier
      extends KeyServiceBaseDescriptorSupplier
      implements io.grpc.protobuf.ProtoMethodDescriptorSupplier {
    private final java.lang.String methodName;

    KeyServiceMethodDescriptorSupplier(java.lang.String methodName) {
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
      synchronized (KeyServiceGrpc.class) {
        result = serviceDescriptor;
        if (result == null) {
          serviceDescriptor = result = io.grpc.ServiceDescriptor.newBuilder(SERVICE_NAME)
              .setSchemaDescriptor(new KeyServiceFileDescriptorSupplier())
              .addMethod(getCreateKeyMethod())
              .addMethod(getListKeysMethod())
              .addMethod(getRevokeKeyMethod())
              .addMethod(getChangePlanMethod())
              .addMethod(getListPlansMethod())
              .build();
        }
      }
    }
    return result;
  }
}
