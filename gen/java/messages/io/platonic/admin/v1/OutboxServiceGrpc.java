package io.platonic.admin.v1;

import static io.grpc.MethodDescriptor.generateFullMethodName;

/**
 * <pre>
 * Reads the messages that are kept in memory while no server is configured that sends them.
 * </pre>
 */
@io.grpc.stub.annotations.GrpcGenerated
public final class OutboxServiceGrpc {

  private OutboxServiceGrpc() {}

  public static final java.lang.String SERVICE_NAME = "admin.v1.OutboxService";

  // Static method descriptors that strictly reflect the proto.
  private static volatile io.grpc.MethodDescriptor<io.platonic.admin.v1.ListMessagesRequest,
      io.platonic.admin.v1.ListMessagesResponse> getListMessagesMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "ListMessages",
      requestType = io.platonic.admin.v1.ListMessagesRequest.class,
      responseType = io.platonic.admin.v1.ListMessagesResponse.class,
      methodType = io.grpc.MethodDescriptor.MethodType.UNARY)
  public static io.grpc.MethodDescriptor<io.platonic.admin.v1.ListMessagesRequest,
      io.platonic.admin.v1.ListMessagesResponse> getListMessagesMethod() {
    io.grpc.MethodDescriptor<io.platonic.admin.v1.ListMessagesRequest, io.platonic.admin.v1.ListMessagesResponse> getListMessagesMethod;
    if ((getListMessagesMethod = OutboxServiceGrpc.getListMessagesMethod) == null) {
      synchronized (OutboxServiceGrpc.class) {
        if ((getListMessagesMethod = OutboxServiceGrpc.getListMessagesMethod) == null) {
          OutboxServiceGrpc.getListMessagesMethod = getListMessagesMethod =
              io.grpc.MethodDescriptor.<io.platonic.admin.v1.ListMessagesRequest, io.platonic.admin.v1.ListMessagesResponse>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.UNARY)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "ListMessages"))
              .setSafe(true)
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.platonic.admin.v1.ListMessagesRequest.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.platonic.admin.v1.ListMessagesResponse.getDefaultInstance()))
              .setSchemaDescriptor(new OutboxServiceMethodDescriptorSupplier("ListMessages"))
              .build();
        }
      }
    }
    return getListMessagesMethod;
  }

  /**
   * Creates a new async stub that supports all call types for the service
   */
  public static OutboxServiceStub newStub(io.grpc.Channel channel) {
    io.grpc.stub.AbstractStub.StubFactory<OutboxServiceStub> factory =
      new io.grpc.stub.AbstractStub.StubFactory<OutboxServiceStub>() {
        @java.lang.Override
        public OutboxServiceStub newStub(io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
          return new OutboxServiceStub(channel, callOptions);
        }
      };
    return OutboxServiceStub.newStub(factory, channel);
  }

  /**
   * Creates a new blocking-style stub that supports all types of calls on the service
   */
  public static OutboxServiceBlockingV2Stub newBlockingV2Stub(
      io.grpc.Channel channel) {
    io.grpc.stub.AbstractStub.StubFactory<OutboxServiceBlockingV2Stub> factory =
      new io.grpc.stub.AbstractStub.StubFactory<OutboxServiceBlockingV2Stub>() {
        @java.lang.Override
        public OutboxServiceBlockingV2Stub newStub(io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
          return new OutboxServiceBlockingV2Stub(channel, callOptions);
        }
      };
    return OutboxServiceBlockingV2Stub.newStub(factory, channel);
  }

  /**
   * Creates a new blocking-style stub that supports unary and streaming output calls on the service
   */
  public static OutboxServiceBlockingStub newBlockingStub(
      io.grpc.Channel channel) {
    io.grpc.stub.AbstractStub.StubFactory<OutboxServiceBlockingStub> factory =
      new io.grpc.stub.AbstractStub.StubFactory<OutboxServiceBlockingStub>() {
        @java.lang.Override
        public OutboxServiceBlockingStub newStub(io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
          return new OutboxServiceBlockingStub(channel, callOptions);
        }
      };
    return OutboxServiceBlockingStub.newStub(factory, channel);
  }

  /**
   * Creates a new ListenableFuture-style stub that supports unary calls on the service
   */
  public static OutboxServiceFutureStub newFutureStub(
      io.grpc.Channel channel) {
    io.grpc.stub.AbstractStub.StubFactory<OutboxServiceFutureStub> factory =
      new io.grpc.stub.AbstractStub.StubFactory<OutboxServiceFutureStub>() {
        @java.lang.Override
        public OutboxServiceFutureStub newStub(io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
          return new OutboxServiceFutureStub(channel, callOptions);
        }
      };
    return OutboxServiceFutureStub.newStub(factory, channel);
  }

  /**
   * <pre>
   * Reads the messages that are kept in memory while no server is configured that sends them.
   * </pre>
   */
  public interface AsyncService {

    /**
     * <pre>
     * Lists the last 100 messages that this server kept instead of sending them, newest first. They contain verification
     * codes. A server that runs with `DEVELOPMENT=1` keeps a key for it in `operator.key` in `DATA_DIR`.
     * </pre>
     */
    default void listMessages(io.platonic.admin.v1.ListMessagesRequest request,
        io.grpc.stub.StreamObserver<io.platonic.admin.v1.ListMessagesResponse> responseObserver) {
      io.grpc.stub.ServerCalls.asyncUnimplementedUnaryCall(getListMessagesMethod(), responseObserver);
    }
  }

  /**
   * Base class for the server implementation of the service OutboxService.
   * <pre>
   * Reads the messages that are kept in memory while no server is configured that sends them.
   * </pre>
   */
  public static abstract class OutboxServiceImplBase
      implements io.grpc.BindableService, AsyncService {

    @java.lang.Override public final io.grpc.ServerServiceDefinition bindService() {
      return OutboxServiceGrpc.bindService(this);
    }
  }

  /**
   * A stub to allow clients to do asynchronous rpc calls to service OutboxService.
   * <pre>
   * Reads the messages that are kept in memory while no server is configured that sends them.
   * </pre>
   */
  public static final class OutboxServiceStub
      extends io.grpc.stub.AbstractAsyncStub<OutboxServiceStub> {
    private OutboxServiceStub(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      super(channel, callOptions);
    }

    @java.lang.Override
    protected OutboxServiceStub build(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      return new OutboxServiceStub(channel, callOptions);
    }

    /**
     * <pre>
     * Lists the last 100 messages that this server kept instead of sending them, newest first. They contain verification
     * codes. A server that runs with `DEVELOPMENT=1` keeps a key for it in `operator.key` in `DATA_DIR`.
     * </pre>
     */
    public void listMessages(io.platonic.admin.v1.ListMessagesRequest request,
        io.grpc.stub.StreamObserver<io.platonic.admin.v1.ListMessagesResponse> responseObserver) {
      io.grpc.stub.ClientCalls.asyncUnaryCall(
          getChannel().newCall(getListMessagesMethod(), getCallOptions()), request, responseObserver);
    }
  }

  /**
   * A stub to allow clients to do synchronous rpc calls to service OutboxService.
   * <pre>
   * Reads the messages that are kept in memory while no server is configured that sends them.
   * </pre>
   */
  public static final class OutboxServiceBlockingV2Stub
      extends io.grpc.stub.AbstractBlockingStub<OutboxServiceBlockingV2Stub> {
    private OutboxServiceBlockingV2Stub(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      super(channel, callOptions);
    }

    @java.lang.Override
    protected OutboxServiceBlockingV2Stub build(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      return new OutboxServiceBlockingV2Stub(channel, callOptions);
    }

    /**
     * <pre>
     * Lists the last 100 messages that this server kept instead of sending them, newest first. They contain verification
     * codes. A server that runs with `DEVELOPMENT=1` keeps a key for it in `operator.key` in `DATA_DIR`.
     * </pre>
     */
    public io.platonic.admin.v1.ListMessagesResponse listMessages(io.platonic.admin.v1.ListMessagesRequest request) throws io.grpc.StatusException {
      return io.grpc.stub.ClientCalls.blockingV2UnaryCall(
          getChannel(), getListMessagesMethod(), getCallOptions(), request);
    }
  }

  /**
   * A stub to allow clients to do limited synchronous rpc calls to service OutboxService.
   * <pre>
   * Reads the messages that are kept in memory while no server is configured that sends them.
   * </pre>
   */
  public static final class OutboxServiceBlockingStub
      extends io.grpc.stub.AbstractBlockingStub<OutboxServiceBlockingStub> {
    private OutboxServiceBlockingStub(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      super(channel, callOptions);
    }

    @java.lang.Override
    protected OutboxServiceBlockingStub build(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      return new OutboxServiceBlockingStub(channel, callOptions);
    }

    /**
     * <pre>
     * Lists the last 100 messages that this server kept instead of sending them, newest first. They contain verification
     * codes. A server that runs with `DEVELOPMENT=1` keeps a key for it in `operator.key` in `DATA_DIR`.
     * </pre>
     */
    public io.platonic.admin.v1.ListMessagesResponse listMessages(io.platonic.admin.v1.ListMessagesRequest request) {
      return io.grpc.stub.ClientCalls.blockingUnaryCall(
          getChannel(), getListMessagesMethod(), getCallOptions(), request);
    }
  }

  /**
   * A stub to allow clients to do ListenableFuture-style rpc calls to service OutboxService.
   * <pre>
   * Reads the messages that are kept in memory while no server is configured that sends them.
   * </pre>
   */
  public static final class OutboxServiceFutureStub
      extends io.grpc.stub.AbstractFutureStub<OutboxServiceFutureStub> {
    private OutboxServiceFutureStub(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      super(channel, callOptions);
    }

    @java.lang.Override
    protected OutboxServiceFutureStub build(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      return new OutboxServiceFutureStub(channel, callOptions);
    }

    /**
     * <pre>
     * Lists the last 100 messages that this server kept instead of sending them, newest first. They contain verification
     * codes. A server that runs with `DEVELOPMENT=1` keeps a key for it in `operator.key` in `DATA_DIR`.
     * </pre>
     */
    public com.google.common.util.concurrent.ListenableFuture<io.platonic.admin.v1.ListMessagesResponse> listMessages(
        io.platonic.admin.v1.ListMessagesRequest request) {
      return io.grpc.stub.ClientCalls.futureUnaryCall(
          getChannel().newCall(getListMessagesMethod(), getCallOptions()), request);
    }
  }

  private static final int METHODID_LIST_MESSAGES = 0;

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
        case METHODID_LIST_MESSAGES:
          serviceImpl.listMessages((io.platonic.admin.v1.ListMessagesRequest) request,
              (io.grpc.stub.StreamObserver<io.platonic.admin.v1.ListMessagesResponse>) responseObserver);
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
          getListMessagesMethod(),
          io.grpc.stub.ServerCalls.asyncUnaryCall(
            new MethodHandlers<
              io.platonic.admin.v1.ListMessagesRequest,
              io.platonic.admin.v1.ListMessagesResponse>(
                service, METHODID_LIST_MESSAGES)))
        .build();
  }

  private static abstract class OutboxServiceBaseDescriptorSupplier
      implements io.grpc.protobuf.ProtoFileDescriptorSupplier, io.grpc.protobuf.ProtoServiceDescriptorSupplier {
    OutboxServiceBaseDescriptorSupplier() {}

    @java.lang.Override
    public com.google.protobuf.Descriptors.FileDescriptor getFileDescriptor() {
      return io.platonic.admin.v1.OutboxProto.getDescriptor();
    }

    @java.lang.Override
    public com.google.protobuf.Descriptors.ServiceDescriptor getServiceDescriptor() {
      return getFileDescriptor().findServiceByName("OutboxService");
    }
  }

  private static final class OutboxServiceFileDescriptorSupplier
      extends OutboxServiceBaseDescriptorSupplier {
    OutboxServiceFileDescriptorSupplier() {}
  }

  private static final class OutboxServiceMethodDescriptorSupplier
      extends OutboxServiceBaseDescriptorSupplier
      implements io.grpc.protobuf.ProtoMethodDescriptorSupplier {
    private final java.lang.String methodName;

    OutboxServiceMethodDescriptorSupplier(java.lang.String methodName) {
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
      synchronized (OutboxServiceGrpc.class) {
        result = serviceDescriptor;
        if (result == null) {
          serviceDescriptor = result = io.grpc.ServiceDescriptor.newBuilder(SERVICE_NAME)
              .setSchemaDescriptor(new OutboxServiceFileDescriptorSupplier())
              .addMethod(getListMessagesMethod())
              .build();
        }
      }
    }
    return result;
  }
}
