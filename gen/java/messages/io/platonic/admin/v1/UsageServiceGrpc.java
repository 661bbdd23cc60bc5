package io.platonic.admin.v1;

import static io.grpc.MethodDescriptor.generateFullMethodName;

/**
 * <pre>
 * Tells how API keys and the sessions of identities are used: their calls over time, their place in the limits of their plan,
 * and why calls were refused. Calls appear within a few seconds. Payloads are never recorded.
 * </pre>
 */
@io.grpc.stub.annotations.GrpcGenerated
public final class UsageServiceGrpc {

  private UsageServiceGrpc() {}

  public static final java.lang.String SERVICE_NAME = "admin.v1.UsageService";

  // Static method descriptors that strictly reflect the proto.
  private static volatile io.grpc.MethodDescriptor<io.platonic.admin.v1.GetUsageRequest,
      io.platonic.admin.v1.GetUsageResponse> getGetUsageMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "GetUsage",
      requestType = io.platonic.admin.v1.GetUsageRequest.class,
      responseType = io.platonic.admin.v1.GetUsageResponse.class,
      methodType = io.grpc.MethodDescriptor.MethodType.UNARY)
  public static io.grpc.MethodDescriptor<io.platonic.admin.v1.GetUsageRequest,
      io.platonic.admin.v1.GetUsageResponse> getGetUsageMethod() {
    io.grpc.MethodDescriptor<io.platonic.admin.v1.GetUsageRequest, io.platonic.admin.v1.GetUsageResponse> getGetUsageMethod;
    if ((getGetUsageMethod = UsageServiceGrpc.getGetUsageMethod) == null) {
      synchronized (UsageServiceGrpc.class) {
        if ((getGetUsageMethod = UsageServiceGrpc.getGetUsageMethod) == null) {
          UsageServiceGrpc.getGetUsageMethod = getGetUsageMethod =
              io.grpc.MethodDescriptor.<io.platonic.admin.v1.GetUsageRequest, io.platonic.admin.v1.GetUsageResponse>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.UNARY)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "GetUsage"))
              .setSafe(true)
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.platonic.admin.v1.GetUsageRequest.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.platonic.admin.v1.GetUsageResponse.getDefaultInstance()))
              .setSchemaDescriptor(new UsageServiceMethodDescriptorSupplier("GetUsage"))
              .build();
        }
      }
    }
    return getGetUsageMethod;
  }

  private static volatile io.grpc.MethodDescriptor<io.platonic.admin.v1.GetRateRequest,
      io.platonic.admin.v1.GetRateResponse> getGetRateMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "GetRate",
      requestType = io.platonic.admin.v1.GetRateRequest.class,
      responseType = io.platonic.admin.v1.GetRateResponse.class,
      methodType = io.grpc.MethodDescriptor.MethodType.UNARY)
  public static io.grpc.MethodDescriptor<io.platonic.admin.v1.GetRateRequest,
      io.platonic.admin.v1.GetRateResponse> getGetRateMethod() {
    io.grpc.MethodDescriptor<io.platonic.admin.v1.GetRateRequest, io.platonic.admin.v1.GetRateResponse> getGetRateMethod;
    if ((getGetRateMethod = UsageServiceGrpc.getGetRateMethod) == null) {
      synchronized (UsageServiceGrpc.class) {
        if ((getGetRateMethod = UsageServiceGrpc.getGetRateMethod) == null) {
          UsageServiceGrpc.getGetRateMethod = getGetRateMethod =
              io.grpc.MethodDescriptor.<io.platonic.admin.v1.GetRateRequest, io.platonic.admin.v1.GetRateResponse>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.UNARY)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "GetRate"))
              .setSafe(true)
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.platonic.admin.v1.GetRateRequest.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.platonic.admin.v1.GetRateResponse.getDefaultInstance()))
              .setSchemaDescriptor(new UsageServiceMethodDescriptorSupplier("GetRate"))
              .build();
        }
      }
    }
    return getGetRateMethod;
  }

  private static volatile io.grpc.MethodDescriptor<io.platonic.admin.v1.ListRefusalsRequest,
      io.platonic.admin.v1.ListRefusalsResponse> getListRefusalsMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "ListRefusals",
      requestType = io.platonic.admin.v1.ListRefusalsRequest.class,
      responseType = io.platonic.admin.v1.ListRefusalsResponse.class,
      methodType = io.grpc.MethodDescriptor.MethodType.UNARY)
  public static io.grpc.MethodDescriptor<io.platonic.admin.v1.ListRefusalsRequest,
      io.platonic.admin.v1.ListRefusalsResponse> getListRefusalsMethod() {
    io.grpc.MethodDescriptor<io.platonic.admin.v1.ListRefusalsRequest, io.platonic.admin.v1.ListRefusalsResponse> getListRefusalsMethod;
    if ((getListRefusalsMethod = UsageServiceGrpc.getListRefusalsMethod) == null) {
      synchronized (UsageServiceGrpc.class) {
        if ((getListRefusalsMethod = UsageServiceGrpc.getListRefusalsMethod) == null) {
          UsageServiceGrpc.getListRefusalsMethod = getListRefusalsMethod =
              io.grpc.MethodDescriptor.<io.platonic.admin.v1.ListRefusalsRequest, io.platonic.admin.v1.ListRefusalsResponse>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.UNARY)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "ListRefusals"))
              .setSafe(true)
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.platonic.admin.v1.ListRefusalsRequest.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.platonic.admin.v1.ListRefusalsResponse.getDefaultInstance()))
              .setSchemaDescriptor(new UsageServiceMethodDescriptorSupplier("ListRefusals"))
              .build();
        }
      }
    }
    return getListRefusalsMethod;
  }

  /**
   * Creates a new async stub that supports all call types for the service
   */
  public static UsageServiceStub newStub(io.grpc.Channel channel) {
    io.grpc.stub.AbstractStub.StubFactory<UsageServiceStub> factory =
      new io.grpc.stub.AbstractStub.StubFactory<UsageServiceStub>() {
        @java.lang.Override
        public UsageServiceStub newStub(io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
          return new UsageServiceStub(channel, callOptions);
        }
      };
    return UsageServiceStub.newStub(factory, channel);
  }

  /**
   * Creates a new blocking-style stub that supports all types of calls on the service
   */
  public static UsageServiceBlockingV2Stub newBlockingV2Stub(
      io.grpc.Channel channel) {
    io.grpc.stub.AbstractStub.StubFactory<UsageServiceBlockingV2Stub> factory =
      new io.grpc.stub.AbstractStub.StubFactory<UsageServiceBlockingV2Stub>() {
        @java.lang.Override
        public UsageServiceBlockingV2Stub newStub(io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
          return new UsageServiceBlockingV2Stub(channel, callOptions);
        }
      };
    return UsageServiceBlockingV2Stub.newStub(factory, channel);
  }

  /**
   * Creates a new blocking-style stub that supports unary and streaming output calls on the service
   */
  public static UsageServiceBlockingStub newBlockingStub(
      io.grpc.Channel channel) {
    io.grpc.stub.AbstractStub.StubFactory<UsageServiceBlockingStub> factory =
      new io.grpc.stub.AbstractStub.StubFactory<UsageServiceBlockingStub>() {
        @java.lang.Override
        public UsageServiceBlockingStub newStub(io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
          return new UsageServiceBlockingStub(channel, callOptions);
        }
      };
    return UsageServiceBlockingStub.newStub(factory, channel);
  }

  /**
   * Creates a new ListenableFuture-style stub that supports unary calls on the service
   */
  public static UsageServiceFutureStub newFutureStub(
      io.grpc.Channel channel) {
    io.grpc.stub.AbstractStub.StubFactory<UsageServiceFutureStub> factory =
      new io.grpc.stub.AbstractStub.StubFactory<UsageServiceFutureStub>() {
        @java.lang.Override
        public UsageServiceFutureStub newStub(io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
          return new UsageServiceFutureStub(channel, callOptions);
        }
      };
    return UsageServiceFutureStub.newStub(factory, channel);
  }

  /**
   * <pre>
   * Tells how API keys and the sessions of identities are used: their calls over time, their place in the limits of their plan,
   * and why calls were refused. Calls appear within a few seconds. Payloads are never recorded.
   * </pre>
   */
  public interface AsyncService {

    /**
     * <pre>
     * Counts calls by operation, in steps of an hour or a day. Counts are kept for 31 days.
     * </pre>
     */
    default void getUsage(io.platonic.admin.v1.GetUsageRequest request,
        io.grpc.stub.StreamObserver<io.platonic.admin.v1.GetUsageResponse> responseObserver) {
      io.grpc.stub.ServerCalls.asyncUnimplementedUnaryCall(getGetUsageMethod(), responseObserver);
    }

    /**
     * <pre>
     * Reads how much of its plan a key uses now, or the sessions of an identity together, in the process that answers: each
     * process counts its own calls.
     * </pre>
     */
    default void getRate(io.platonic.admin.v1.GetRateRequest request,
        io.grpc.stub.StreamObserver<io.platonic.admin.v1.GetRateResponse> responseObserver) {
      io.grpc.stub.ServerCalls.asyncUnimplementedUnaryCall(getGetRateMethod(), responseObserver);
    }

    /**
     * <pre>
     * Lists refused and failed calls, the newest first: the last 100 of each key, and of the sessions of each identity, of
     * the last 31 days. A call with a revoked key is recorded under that key.
     * </pre>
     */
    default void listRefusals(io.platonic.admin.v1.ListRefusalsRequest request,
        io.grpc.stub.StreamObserver<io.platonic.admin.v1.ListRefusalsResponse> responseObserver) {
      io.grpc.stub.ServerCalls.asyncUnimplementedUnaryCall(getListRefusalsMethod(), responseObserver);
    }
  }

  /**
   * Base class for the server implementation of the service UsageService.
   * <pre>
   * Tells how API keys and the sessions of identities are used: their calls over time, their place in the limits of their plan,
   * and why calls were refused. Calls appear within a few seconds. Payloads are never recorded.
   * </pre>
   */
  public static abstract class UsageServiceImplBase
      implements io.grpc.BindableService, AsyncService {

    @java.lang.Override public final io.grpc.ServerServiceDefinition bindService() {
      return UsageServiceGrpc.bindService(this);
    }
  }

  /**
   * A stub to allow clients to do asynchronous rpc calls to service UsageService.
   * <pre>
   * Tells how API keys and the sessions of identities are used: their calls over time, their place in the limits of their plan,
   * and why calls were refused. Calls appear within a few seconds. Payloads are never recorded.
   * </pre>
   */
  public static final class UsageServiceStub
      extends io.grpc.stub.AbstractAsyncStub<UsageServiceStub> {
    private UsageServiceStub(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      super(channel, callOptions);
    }

    @java.lang.Override
    protected UsageServiceStub build(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      return new UsageServiceStub(channel, callOptions);
    }

    /**
     * <pre>
     * Counts calls by operation, in steps of an hour or a day. Counts are kept for 31 days.
     * </pre>
     */
    public void getUsage(io.platonic.admin.v1.GetUsageRequest request,
        io.grpc.stub.StreamObserver<io.platonic.admin.v1.GetUsageResponse> responseObserver) {
      io.grpc.stub.ClientCalls.asyncUnaryCall(
          getChannel().newCall(getGetUsageMethod(), getCallOptions()), request, responseObserver);
    }

    /**
     * <pre>
     * Reads how much of its plan a key uses now, or the sessions of an identity together, in the process that answers: each
     * process counts its own calls.
     * </pre>
     */
    public void getRate(io.platonic.admin.v1.GetRateRequest request,
        io.grpc.stub.StreamObserver<io.platonic.admin.v1.GetRateResponse> responseObserver) {
      io.grpc.stub.ClientCalls.asyncUnaryCall(
          getChannel().newCall(getGetRateMethod(), getCallOptions()), request, responseObserver);
    }

    /**
     * <pre>
     * Lists refused and failed calls, the newest first: the last 100 of each key, and of the sessions of each identity, of
     * the last 31 days. A call with a revoked key is recorded under that key.
     * </pre>
     */
    public void listRefusals(io.platonic.admin.v1.ListRefusalsRequest request,
        io.grpc.stub.StreamObserver<io.platonic.admin.v1.ListRefusalsResponse> responseObserver) {
      io.grpc.stub.ClientCalls.asyncUnaryCall(
          getChannel().newCall(getListRefusalsMethod(), getCallOptions()), request, responseObserver);
    }
  }

  /**
   * A stub to allow clients to do synchronous rpc calls to service UsageService.
   * <pre>
   * Tells how API keys and the sessions of identities are used: their calls over time, their place in the limits of their plan,
   * and why calls were refused. Calls appear within a few seconds. Payloads are never recorded.
   * </pre>
   */
  public static final class UsageServiceBlockingV2Stub
      extends io.grpc.stub.AbstractBlockingStub<UsageServiceBlockingV2Stub> {
    private UsageServiceBlockingV2Stub(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      super(channel, callOptions);
    }

    @java.lang.Override
    protected UsageServiceBlockingV2Stub build(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      return new UsageServiceBlockingV2Stub(channel, callOptions);
    }

    /**
     * <pre>
     * Counts calls by operation, in steps of an hour or a day. Counts are kept for 31 days.
     * </pre>
     */
    public io.platonic.admin.v1.GetUsageResponse getUsage(io.platonic.admin.v1.GetUsageRequest request) throws io.grpc.StatusException {
      return io.grpc.stub.ClientCalls.blockingV2UnaryCall(
          getChannel(), getGetUsageMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Reads how much of its plan a key uses now, or the sessions of an identity together, in the process that answers: each
     * process counts its own calls.
     * </pre>
     */
    public io.platonic.admin.v1.GetRateResponse getRate(io.platonic.admin.v1.GetRateRequest request) throws io.grpc.StatusException {
      return io.grpc.stub.ClientCalls.blockingV2UnaryCall(
          getChannel(), getGetRateMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Lists refused and failed calls, the newest first: the last 100 of each key, and of the sessions of each identity, of
     * the last 31 days. A call with a revoked key is recorded under that key.
     * </pre>
     */
    public io.platonic.admin.v1.ListRefusalsResponse listRefusals(io.platonic.admin.v1.ListRefusalsRequest request) throws io.grpc.StatusException {
      return io.grpc.stub.ClientCalls.blockingV2UnaryCall(
          getChannel(), getListRefusalsMethod(), getCallOptions(), request);
    }
  }

  /**
   * A stub to allow clients to do limited synchronous rpc calls to service UsageService.
   * <pre>
   * Tells how API keys and the sessions of identities are used: their calls over time, their place in the limits of their plan,
   * and why calls were refused. Calls appear within a few seconds. Payloads are never recorded.
   * </pre>
   */
  public static final class UsageServiceBlockingStub
      extends io.grpc.stub.AbstractBlockingStub<UsageServiceBlockingStub> {
    private UsageServiceBlockingStub(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      super(channel, callOptions);
    }

    @java.lang.Override
    protected UsageServiceBlockingStub build(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      return new UsageServiceBlockingStub(channel, callOptions);
    }

    /**
     * <pre>
     * Counts calls by operation, in steps of an hour or a day. Counts are kept for 31 days.
     * </pre>
     */
    public io.platonic.admin.v1.GetUsageResponse getUsage(io.platonic.admin.v1.GetUsageRequest request) {
      return io.grpc.stub.ClientCalls.blockingUnaryCall(
          getChannel(), getGetUsageMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Reads how much of its plan a key uses now, or the sessions of an identity together, in the process that answers: each
     * process counts its own calls.
     * </pre>
     */
    public io.platonic.admin.v1.GetRateResponse getRate(io.platonic.admin.v1.GetRateRequest request) {
      return io.grpc.stub.ClientCalls.blockingUnaryCall(
          getChannel(), getGetRateMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Lists refused and failed calls, the newest first: the last 100 of each key, and of the sessions of each identity, of
     * the last 31 days. A call with a revoked key is recorded under that key.
     * </pre>
     */
    public io.platonic.admin.v1.ListRefusalsResponse listRefusals(io.platonic.admin.v1.ListRefusalsRequest request) {
      return io.grpc.stub.ClientCalls.blockingUnaryCall(
          getChannel(), getListRefusalsMethod(), getCallOptions(), request);
    }
  }

  /**
   * A stub to allow clients to do ListenableFuture-style rpc calls to service UsageService.
   * <pre>
   * Tells how API keys and the sessions of identities are used: their calls over time, their place in the limits of their plan,
   * and why calls were refused. Calls appear within a few seconds. Payloads are never recorded.
   * </pre>
   */
  public static final class UsageServiceFutureStub
      extends io.grpc.stub.AbstractFutureStub<UsageServiceFutureStub> {
    private UsageServiceFutureStub(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      super(channel, callOptions);
    }

    @java.lang.Override
    protected UsageServiceFutureStub build(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      return new UsageServiceFutureStub(channel, callOptions);
    }

    /**
     * <pre>
     * Counts calls by operation, in steps of an hour or a day. Counts are kept for 31 days.
     * </pre>
     */
    public com.google.common.util.concurrent.ListenableFuture<io.platonic.admin.v1.GetUsageResponse> getUsage(
        io.platonic.admin.v1.GetUsageRequest request) {
      return io.grpc.stub.ClientCalls.futureUnaryCall(
          getChannel().newCall(getGetUsageMethod(), getCallOptions()), request);
    }

    /**
     * <pre>
     * Reads how much of its plan a key uses now, or the sessions of an identity together, in the process that answers: each
     * process counts its own calls.
     * </pre>
     */
    public com.google.common.util.concurrent.ListenableFuture<io.platonic.admin.v1.GetRateResponse> getRate(
        io.platonic.admin.v1.GetRateRequest request) {
      return io.grpc.stub.ClientCalls.futureUnaryCall(
          getChannel().newCall(getGetRateMethod(), getCallOptions()), request);
    }

    /**
     * <pre>
     * Lists refused and failed calls, the newest first: the last 100 of each key, and of the sessions of each identity, of
     * the last 31 days. A call with a revoked key is recorded under that key.
     * </pre>
     */
    public com.google.common.util.concurrent.ListenableFuture<io.platonic.admin.v1.ListRefusalsResponse> listRefusals(
        io.platonic.admin.v1.ListRefusalsRequest request) {
      return io.grpc.stub.ClientCalls.futureUnaryCall(
          getChannel().newCall(getListRefusalsMethod(), getCallOptions()), request);
    }
  }

  private static final int METHODID_GET_USAGE = 0;
  private static final int METHODID_GET_RATE = 1;
  private static final int METHODID_LIST_REFUSALS = 2;

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
        case METHODID_GET_USAGE:
          serviceImpl.getUsage((io.platonic.admin.v1.GetUsageRequest) request,
              (io.grpc.stub.StreamObserver<io.platonic.admin.v1.GetUsageResponse>) responseObserver);
          break;
        case METHODID_GET_RATE:
          serviceImpl.getRate((io.platonic.admin.v1.GetRateRequest) request,
              (io.grpc.stub.StreamObserver<io.platonic.admin.v1.GetRateResponse>) responseObserver);
          break;
        case METHODID_LIST_REFUSALS:
          serviceImpl.listRefusals((io.platonic.admin.v1.ListRefusalsRequest) request,
              (io.grpc.stub.StreamObserver<io.platonic.admin.v1.ListRefusalsResponse>) responseObserver);
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
          getGetUsageMethod(),
          io.grpc.stub.ServerCalls.asyncUnaryCall(
            new MethodHandlers<
              io.platonic.admin.v1.GetUsageRequest,
              io.platonic.admin.v1.GetUsageResponse>(
                service, METHODID_GET_USAGE)))
        .addMethod(
          getGetRateMethod(),
          io.grpc.stub.ServerCalls.asyncUnaryCall(
            new MethodHandlers<
              io.platonic.admin.v1.GetRateRequest,
              io.platonic.admin.v1.GetRateResponse>(
                service, METHODID_GET_RATE)))
        .addMethod(
          getListRefusalsMethod(),
          io.grpc.stub.ServerCalls.asyncUnaryCall(
            new MethodHandlers<
              io.platonic.admin.v1.ListRefusalsRequest,
              io.platonic.admin.v1.ListRefusalsResponse>(
                service, METHODID_LIST_REFUSALS)))
        .build();
  }

  private static abstract class UsageServiceBaseDescriptorSupplier
      implements io.grpc.protobuf.ProtoFileDescriptorSupplier, io.grpc.protobuf.ProtoServiceDescriptorSupplier {
    UsageServiceBaseDescriptorSupplier() {}

    @java.lang.Override
    public com.google.protobuf.Descriptors.FileDescriptor getFileDescriptor() {
      return io.platonic.admin.v1.UsageProto.getDescriptor();
    }

    @java.lang.Override
    public com.google.protobuf.Descriptors.ServiceDescriptor getServiceDescriptor() {
      return getFileDescriptor().findServiceByName("UsageService");
    }
  }

  private static final class UsageServiceFileDescriptorSupplier
      extends UsageServiceBaseDescriptorSupplier {
    UsageServiceFileDescriptorSupplier() {}
  }

  private static final class UsageServiceMethodDescriptorSupplier
      extends UsageServiceBaseDescriptorSupplier
      implements io.grpc.protobuf.ProtoMethodDescriptorSupplier {
    private final java.lang.String methodName;

    UsageServiceMethodDescriptorSupplier(java.lang.String methodName) {
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
      synchronized (UsageServiceGrpc.class) {
        result = serviceDescriptor;
        if (result == null) {
          serviceDescriptor = result = io.grpc.ServiceDescriptor.newBuilder(SERVICE_NAME)
              .setSchemaDescriptor(new UsageServiceFileDescriptorSupplier())
              .addMethod(getGetUsageMethod())
              .addMethod(getGetRateMethod())
              .addMethod(getListRefusalsMethod())
              .build();
        }
      }
    }
    return result;
  }
}
