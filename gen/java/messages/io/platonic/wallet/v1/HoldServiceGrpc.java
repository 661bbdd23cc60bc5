package io.platonic.wallet.v1;

import static io.grpc.MethodDescriptor.generateFullMethodName;

/**
 * <pre>
 * Holds: a transfer in two steps. TransactionService makes them, of orders with `capture_before`. A rejected capture or
 * release is a successful call with `success` false. ResolveTransaction makes its outcome definite, too.
 * </pre>
 */
@io.grpc.stub.annotations.GrpcGenerated
public final class HoldServiceGrpc {

  private HoldServiceGrpc() {}

  public static final java.lang.String SERVICE_NAME = "wallet.v1.HoldService";

  // Static method descriptors that strictly reflect the proto.
  private static volatile io.grpc.MethodDescriptor<io.platonic.wallet.v1.CaptureHoldRequest,
      io.platonic.wallet.v1.CaptureHoldResponse> getCaptureHoldMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "CaptureHold",
      requestType = io.platonic.wallet.v1.CaptureHoldRequest.class,
      responseType = io.platonic.wallet.v1.CaptureHoldResponse.class,
      methodType = io.grpc.MethodDescriptor.MethodType.UNARY)
  public static io.grpc.MethodDescriptor<io.platonic.wallet.v1.CaptureHoldRequest,
      io.platonic.wallet.v1.CaptureHoldResponse> getCaptureHoldMethod() {
    io.grpc.MethodDescriptor<io.platonic.wallet.v1.CaptureHoldRequest, io.platonic.wallet.v1.CaptureHoldResponse> getCaptureHoldMethod;
    if ((getCaptureHoldMethod = HoldServiceGrpc.getCaptureHoldMethod) == null) {
      synchronized (HoldServiceGrpc.class) {
        if ((getCaptureHoldMethod = HoldServiceGrpc.getCaptureHoldMethod) == null) {
          HoldServiceGrpc.getCaptureHoldMethod = getCaptureHoldMethod =
              io.grpc.MethodDescriptor.<io.platonic.wallet.v1.CaptureHoldRequest, io.platonic.wallet.v1.CaptureHoldResponse>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.UNARY)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "CaptureHold"))
              .setIdempotent(true)
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.platonic.wallet.v1.CaptureHoldRequest.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.platonic.wallet.v1.CaptureHoldResponse.getDefaultInstance()))
              .setSchemaDescriptor(new HoldServiceMethodDescriptorSupplier("CaptureHold"))
              .build();
        }
      }
    }
    return getCaptureHoldMethod;
  }

  private static volatile io.grpc.MethodDescriptor<io.platonic.wallet.v1.ReleaseHoldRequest,
      io.platonic.wallet.v1.ReleaseHoldResponse> getReleaseHoldMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "ReleaseHold",
      requestType = io.platonic.wallet.v1.ReleaseHoldRequest.class,
      responseType = io.platonic.wallet.v1.ReleaseHoldResponse.class,
      methodType = io.grpc.MethodDescriptor.MethodType.UNARY)
  public static io.grpc.MethodDescriptor<io.platonic.wallet.v1.ReleaseHoldRequest,
      io.platonic.wallet.v1.ReleaseHoldResponse> getReleaseHoldMethod() {
    io.grpc.MethodDescriptor<io.platonic.wallet.v1.ReleaseHoldRequest, io.platonic.wallet.v1.ReleaseHoldResponse> getReleaseHoldMethod;
    if ((getReleaseHoldMethod = HoldServiceGrpc.getReleaseHoldMethod) == null) {
      synchronized (HoldServiceGrpc.class) {
        if ((getReleaseHoldMethod = HoldServiceGrpc.getReleaseHoldMethod) == null) {
          HoldServiceGrpc.getReleaseHoldMethod = getReleaseHoldMethod =
              io.grpc.MethodDescriptor.<io.platonic.wallet.v1.ReleaseHoldRequest, io.platonic.wallet.v1.ReleaseHoldResponse>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.UNARY)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "ReleaseHold"))
              .setIdempotent(true)
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.platonic.wallet.v1.ReleaseHoldRequest.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.platonic.wallet.v1.ReleaseHoldResponse.getDefaultInstance()))
              .setSchemaDescriptor(new HoldServiceMethodDescriptorSupplier("ReleaseHold"))
              .build();
        }
      }
    }
    return getReleaseHoldMethod;
  }

  private static volatile io.grpc.MethodDescriptor<io.platonic.wallet.v1.GetHoldRequest,
      io.platonic.wallet.v1.GetHoldResponse> getGetHoldMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "GetHold",
      requestType = io.platonic.wallet.v1.GetHoldRequest.class,
      responseType = io.platonic.wallet.v1.GetHoldResponse.class,
      methodType = io.grpc.MethodDescriptor.MethodType.UNARY)
  public static io.grpc.MethodDescriptor<io.platonic.wallet.v1.GetHoldRequest,
      io.platonic.wallet.v1.GetHoldResponse> getGetHoldMethod() {
    io.grpc.MethodDescriptor<io.platonic.wallet.v1.GetHoldRequest, io.platonic.wallet.v1.GetHoldResponse> getGetHoldMethod;
    if ((getGetHoldMethod = HoldServiceGrpc.getGetHoldMethod) == null) {
      synchronized (HoldServiceGrpc.class) {
        if ((getGetHoldMethod = HoldServiceGrpc.getGetHoldMethod) == null) {
          HoldServiceGrpc.getGetHoldMethod = getGetHoldMethod =
              io.grpc.MethodDescriptor.<io.platonic.wallet.v1.GetHoldRequest, io.platonic.wallet.v1.GetHoldResponse>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.UNARY)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "GetHold"))
              .setSafe(true)
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.platonic.wallet.v1.GetHoldRequest.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.platonic.wallet.v1.GetHoldResponse.getDefaultInstance()))
              .setSchemaDescriptor(new HoldServiceMethodDescriptorSupplier("GetHold"))
              .build();
        }
      }
    }
    return getGetHoldMethod;
  }

  private static volatile io.grpc.MethodDescriptor<io.platonic.wallet.v1.ListHoldsRequest,
      io.platonic.wallet.v1.ListHoldsResponse> getListHoldsMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "ListHolds",
      requestType = io.platonic.wallet.v1.ListHoldsRequest.class,
      responseType = io.platonic.wallet.v1.ListHoldsResponse.class,
      methodType = io.grpc.MethodDescriptor.MethodType.UNARY)
  public static io.grpc.MethodDescriptor<io.platonic.wallet.v1.ListHoldsRequest,
      io.platonic.wallet.v1.ListHoldsResponse> getListHoldsMethod() {
    io.grpc.MethodDescriptor<io.platonic.wallet.v1.ListHoldsRequest, io.platonic.wallet.v1.ListHoldsResponse> getListHoldsMethod;
    if ((getListHoldsMethod = HoldServiceGrpc.getListHoldsMethod) == null) {
      synchronized (HoldServiceGrpc.class) {
        if ((getListHoldsMethod = HoldServiceGrpc.getListHoldsMethod) == null) {
          HoldServiceGrpc.getListHoldsMethod = getListHoldsMethod =
              io.grpc.MethodDescriptor.<io.platonic.wallet.v1.ListHoldsRequest, io.platonic.wallet.v1.ListHoldsResponse>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.UNARY)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "ListHolds"))
              .setSafe(true)
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.platonic.wallet.v1.ListHoldsRequest.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.platonic.wallet.v1.ListHoldsResponse.getDefaultInstance()))
              .setSchemaDescriptor(new HoldServiceMethodDescriptorSupplier("ListHolds"))
              .build();
        }
      }
    }
    return getListHoldsMethod;
  }

  /**
   * Creates a new async stub that supports all call types for the service
   */
  public static HoldServiceStub newStub(io.grpc.Channel channel) {
    io.grpc.stub.AbstractStub.StubFactory<HoldServiceStub> factory =
      new io.grpc.stub.AbstractStub.StubFactory<HoldServiceStub>() {
        @java.lang.Override
        public HoldServiceStub newStub(io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
          return new HoldServiceStub(channel, callOptions);
        }
      };
    return HoldServiceStub.newStub(factory, channel);
  }

  /**
   * Creates a new blocking-style stub that supports all types of calls on the service
   */
  public static HoldServiceBlockingV2Stub newBlockingV2Stub(
      io.grpc.Channel channel) {
    io.grpc.stub.AbstractStub.StubFactory<HoldServiceBlockingV2Stub> factory =
      new io.grpc.stub.AbstractStub.StubFactory<HoldServiceBlockingV2Stub>() {
        @java.lang.Override
        public HoldServiceBlockingV2Stub newStub(io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
          return new HoldServiceBlockingV2Stub(channel, callOptions);
        }
      };
    return HoldServiceBlockingV2Stub.newStub(factory, channel);
  }

  /**
   * Creates a new blocking-style stub that supports unary and streaming output calls on the service
   */
  public static HoldServiceBlockingStub newBlockingStub(
      io.grpc.Channel channel) {
    io.grpc.stub.AbstractStub.StubFactory<HoldServiceBlockingStub> factory =
      new io.grpc.stub.AbstractStub.StubFactory<HoldServiceBlockingStub>() {
        @java.lang.Override
        public HoldServiceBlockingStub newStub(io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
          return new HoldServiceBlockingStub(channel, callOptions);
        }
      };
    return HoldServiceBlockingStub.newStub(factory, channel);
  }

  /**
   * Creates a new ListenableFuture-style stub that supports unary calls on the service
   */
  public static HoldServiceFutureStub newFutureStub(
      io.grpc.Channel channel) {
    io.grpc.stub.AbstractStub.StubFactory<HoldServiceFutureStub> factory =
      new io.grpc.stub.AbstractStub.StubFactory<HoldServiceFutureStub>() {
        @java.lang.Override
        public HoldServiceFutureStub newStub(io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
          return new HoldServiceFutureStub(channel, callOptions);
        }
      };
    return HoldServiceFutureStub.newStub(factory, channel);
  }

  /**
   * <pre>
   * Holds: a transfer in two steps. TransactionService makes them, of orders with `capture_before`. A rejected capture or
   * release is a successful call with `success` false. ResolveTransaction makes its outcome definite, too.
   * </pre>
   */
  public interface AsyncService {

    /**
     * <pre>
     * Captures a hold in whole or in part: its recipient gets the money.
     * </pre>
     */
    default void captureHold(io.platonic.wallet.v1.CaptureHoldRequest request,
        io.grpc.stub.StreamObserver<io.platonic.wallet.v1.CaptureHoldResponse> responseObserver) {
      io.grpc.stub.ServerCalls.asyncUnimplementedUnaryCall(getCaptureHoldMethod(), responseObserver);
    }

    /**
     * <pre>
     * Releases a hold: what is left goes back to its sender. The recipient alone may do so before the time is over.
     * </pre>
     */
    default void releaseHold(io.platonic.wallet.v1.ReleaseHoldRequest request,
        io.grpc.stub.StreamObserver<io.platonic.wallet.v1.ReleaseHoldResponse> responseObserver) {
      io.grpc.stub.ServerCalls.asyncUnimplementedUnaryCall(getReleaseHoldMethod(), responseObserver);
    }

    /**
     * <pre>
     * Reads a hold. Its sender and its recipient may read it.
     * </pre>
     */
    default void getHold(io.platonic.wallet.v1.GetHoldRequest request,
        io.grpc.stub.StreamObserver<io.platonic.wallet.v1.GetHoldResponse> responseObserver) {
      io.grpc.stub.ServerCalls.asyncUnimplementedUnaryCall(getGetHoldMethod(), responseObserver);
    }

    /**
     * <pre>
     * Lists the holds of a wallet, open and ended, newest first.
     * </pre>
     */
    default void listHolds(io.platonic.wallet.v1.ListHoldsRequest request,
        io.grpc.stub.StreamObserver<io.platonic.wallet.v1.ListHoldsResponse> responseObserver) {
      io.grpc.stub.ServerCalls.asyncUnimplementedUnaryCall(getListHoldsMethod(), responseObserver);
    }
  }

  /**
   * Base class for the server implementation of the service HoldService.
   * <pre>
   * Holds: a transfer in two steps. TransactionService makes them, of orders with `capture_before`. A rejected capture or
   * release is a successful call with `success` false. ResolveTransaction makes its outcome definite, too.
   * </pre>
   */
  public static abstract class HoldServiceImplBase
      implements io.grpc.BindableService, AsyncService {

    @java.lang.Override public final io.grpc.ServerServiceDefinition bindService() {
      return HoldServiceGrpc.bindService(this);
    }
  }

  /**
   * A stub to allow clients to do asynchronous rpc calls to service HoldService.
   * <pre>
   * Holds: a transfer in two steps. TransactionService makes them, of orders with `capture_before`. A rejected capture or
   * release is a successful call with `success` false. ResolveTransaction makes its outcome definite, too.
   * </pre>
   */
  public static final class HoldServiceStub
      extends io.grpc.stub.AbstractAsyncStub<HoldServiceStub> {
    private HoldServiceStub(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      super(channel, callOptions);
    }

    @java.lang.Override
    protected HoldServiceStub build(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      return new HoldServiceStub(channel, callOptions);
    }

    /**
     * <pre>
     * Captures a hold in whole or in part: its recipient gets the money.
     * </pre>
     */
    public void captureHold(io.platonic.wallet.v1.CaptureHoldRequest request,
        io.grpc.stub.StreamObserver<io.platonic.wallet.v1.CaptureHoldResponse> responseObserver) {
      io.grpc.stub.ClientCalls.asyncUnaryCall(
          getChannel().newCall(getCaptureHoldMethod(), getCallOptions()), request, responseObserver);
    }

    /**
     * <pre>
     * Releases a hold: what is left goes back to its sender. The recipient alone may do so before the time is over.
     * </pre>
     */
    public void releaseHold(io.platonic.wallet.v1.ReleaseHoldRequest request,
        io.grpc.stub.StreamObserver<io.platonic.wallet.v1.ReleaseHoldResponse> responseObserver) {
      io.grpc.stub.ClientCalls.asyncUnaryCall(
          getChannel().newCall(getReleaseHoldMethod(), getCallOptions()), request, responseObserver);
    }

    /**
     * <pre>
     * Reads a hold. Its sender and its recipient may read it.
     * </pre>
     */
    public void getHold(io.platonic.wallet.v1.GetHoldRequest request,
        io.grpc.stub.StreamObserver<io.platonic.wallet.v1.GetHoldResponse> responseObserver) {
      io.grpc.stub.ClientCalls.asyncUnaryCall(
          getChannel().newCall(getGetHoldMethod(), getCallOptions()), request, responseObserver);
    }

    /**
     * <pre>
     * Lists the holds of a wallet, open and ended, newest first.
     * </pre>
     */
    public void listHolds(io.platonic.wallet.v1.ListHoldsRequest request,
        io.grpc.stub.StreamObserver<io.platonic.wallet.v1.ListHoldsResponse> responseObserver) {
      io.grpc.stub.ClientCalls.asyncUnaryCall(
          getChannel().newCall(getListHoldsMethod(), getCallOptions()), request, responseObserver);
    }
  }

  /**
   * A stub to allow clients to do synchronous rpc calls to service HoldService.
   * <pre>
   * Holds: a transfer in two steps. TransactionService makes them, of orders with `capture_before`. A rejected capture or
   * release is a successful call with `success` false. ResolveTransaction makes its outcome definite, too.
   * </pre>
   */
  public static final class HoldServiceBlockingV2Stub
      extends io.grpc.stub.AbstractBlockingStub<HoldServiceBlockingV2Stub> {
    private HoldServiceBlockingV2Stub(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      super(channel, callOptions);
    }

    @java.lang.Override
    protected HoldServiceBlockingV2Stub build(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      return new HoldServiceBlockingV2Stub(channel, callOptions);
    }

    /**
     * <pre>
     * Captures a hold in whole or in part: its recipient gets the money.
     * </pre>
     */
    public io.platonic.wallet.v1.CaptureHoldResponse captureHold(io.platonic.wallet.v1.CaptureHoldRequest request) throws io.grpc.StatusException {
      return io.grpc.stub.ClientCalls.blockingV2UnaryCall(
          getChannel(), getCaptureHoldMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Releases a hold: what is left goes back to its sender. The recipient alone may do so before the time is over.
     * </pre>
     */
    public io.platonic.wallet.v1.ReleaseHoldResponse releaseHold(io.platonic.wallet.v1.ReleaseHoldRequest request) throws io.grpc.StatusException {
      return io.grpc.stub.ClientCalls.blockingV2UnaryCall(
          getChannel(), getReleaseHoldMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Reads a hold. Its sender and its recipient may read it.
     * </pre>
     */
    public io.platonic.wallet.v1.GetHoldResponse getHold(io.platonic.wallet.v1.GetHoldRequest request) throws io.grpc.StatusException {
      return io.grpc.stub.ClientCalls.blockingV2UnaryCall(
          getChannel(), getGetHoldMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Lists the holds of a wallet, open and ended, newest first.
     * </pre>
     */
    public io.platonic.wallet.v1.ListHoldsResponse listHolds(io.platonic.wallet.v1.ListHoldsRequest request) throws io.grpc.StatusException {
      return io.grpc.stub.ClientCalls.blockingV2UnaryCall(
          getChannel(), getListHoldsMethod(), getCallOptions(), request);
    }
  }

  /**
   * A stub to allow clients to do limited synchronous rpc calls to service HoldService.
   * <pre>
   * Holds: a transfer in two steps. TransactionService makes them, of orders with `capture_before`. A rejected capture or
   * release is a successful call with `success` false. ResolveTransaction makes its outcome definite, too.
   * </pre>
   */
  public static final class HoldServiceBlockingStub
      extends io.grpc.stub.AbstractBlockingStub<HoldServiceBlockingStub> {
    private HoldServiceBlockingStub(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      super(channel, callOptions);
    }

    @java.lang.Override
    protected HoldServiceBlockingStub build(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      return new HoldServiceBlockingStub(channel, callOptions);
    }

    /**
     * <pre>
     * Captures a hold in whole or in part: its recipient gets the money.
     * </pre>
     */
    public io.platonic.wallet.v1.CaptureHoldResponse captureHold(io.platonic.wallet.v1.CaptureHoldRequest request) {
      return io.grpc.stub.ClientCalls.blockingUnaryCall(
          getChannel(), getCaptureHoldMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Releases a hold: what is left goes back to its sender. The recipient alone may do so before the time is over.
     * </pre>
     */
    public io.platonic.wallet.v1.ReleaseHoldResponse releaseHold(io.platonic.wallet.v1.ReleaseHoldRequest request) {
      return io.grpc.stub.ClientCalls.blockingUnaryCall(
          getChannel(), getReleaseHoldMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Reads a hold. Its sender and its recipient may read it.
     * </pre>
     */
    public io.platonic.wallet.v1.GetHoldResponse getHold(io.platonic.wallet.v1.GetHoldRequest request) {
      return io.grpc.stub.ClientCalls.blockingUnaryCall(
          getChannel(), getGetHoldMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Lists the holds of a wallet, open and ended, newest first.
     * </pre>
     */
    public io.platonic.wallet.v1.ListHoldsResponse listHolds(io.platonic.wallet.v1.ListHoldsRequest request) {
      return io.grpc.stub.ClientCalls.blockingUnaryCall(
          getChannel(), getListHoldsMethod(), getCallOptions(), request);
    }
  }

  /**
   * A stub to allow clients to do ListenableFuture-style rpc calls to service HoldService.
   * <pre>
   * Holds: a transfer in two steps. TransactionService makes them, of orders with `capture_before`. A rejected capture or
   * release is a successful call with `success` false. ResolveTransaction makes its outcome definite, too.
   * </pre>
   */
  public static final class HoldServiceFutureStub
      extends io.grpc.stub.AbstractFutureStub<HoldServiceFutureStub> {
    private HoldServiceFutureStub(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      super(channel, callOptions);
    }

    @java.lang.Override
    protected HoldServiceFutureStub build(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      return new HoldServiceFutureStub(channel, callOptions);
    }

    /**
     * <pre>
     * Captures a hold in whole or in part: its recipient gets the money.
     * </pre>
     */
    public com.google.common.util.concurrent.ListenableFuture<io.platonic.wallet.v1.CaptureHoldResponse> captureHold(
        io.platonic.wallet.v1.CaptureHoldRequest request) {
      return io.grpc.stub.ClientCalls.futureUnaryCall(
          getChannel().newCall(getCaptureHoldMethod(), getCallOptions()), request);
    }

    /**
     * <pre>
     * Releases a hold: what is left goes back to its sender. The recipient alone may do so before the time is over.
     * </pre>
     */
    public com.google.common.util.concurrent.ListenableFuture<io.platonic.wallet.v1.ReleaseHoldResponse> releaseHold(
        io.platonic.wallet.v1.ReleaseHoldRequest request) {
      return io.grpc.stub.ClientCalls.futureUnaryCall(
          getChannel().newCall(getReleaseHoldMethod(), getCallOptions()), request);
    }

    /**
     * <pre>
     * Reads a hold. Its sender and its recipient may read it.
     * </pre>
     */
    public com.google.common.util.concurrent.ListenableFuture<io.platonic.wallet.v1.GetHoldResponse> getHold(
        io.platonic.wallet.v1.GetHoldRequest request) {
      return io.grpc.stub.ClientCalls.futureUnaryCall(
          getChannel().newCall(getGetHoldMethod(), getCallOptions()), request);
    }

    /**
     * <pre>
     * Lists the holds of a wallet, open and ended, newest first.
     * </pre>
     */
    public com.google.common.util.concurrent.ListenableFuture<io.platonic.wallet.v1.ListHoldsResponse> listHolds(
        io.platonic.wallet.v1.ListHoldsRequest request) {
      return io.grpc.stub.ClientCalls.futureUnaryCall(
          getChannel().newCall(getListHoldsMethod(), getCallOptions()), request);
    }
  }

  private static final int METHODID_CAPTURE_HOLD = 0;
  private static final int METHODID_RELEASE_HOLD = 1;
  private static final int METHODID_GET_HOLD = 2;
  private static final int METHODID_LIST_HOLDS = 3;

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
        case METHODID_CAPTURE_HOLD:
          serviceImpl.captureHold((io.platonic.wallet.v1.CaptureHoldRequest) request,
              (io.grpc.stub.StreamObserver<io.platonic.wallet.v1.CaptureHoldResponse>) responseObserver);
          break;
        case METHODID_RELEASE_HOLD:
          serviceImpl.releaseHold((io.platonic.wallet.v1.ReleaseHoldRequest) request,
              (io.grpc.stub.StreamObserver<io.platonic.wallet.v1.ReleaseHoldResponse>) responseObserver);
          break;
        case METHODID_GET_HOLD:
          serviceImpl.getHold((io.platonic.wallet.v1.GetHoldRequest) request,
              (io.grpc.stub.StreamObserver<io.platonic.wallet.v1.GetHoldResponse>) responseObserver);
          break;
        case METHODID_LIST_HOLDS:
          serviceImpl.listHolds((io.platonic.wallet.v1.ListHoldsRequest) request,
              (io.grpc.stub.StreamObserver<io.platonic.wallet.v1.ListHoldsResponse>) responseObserver);
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
          getCaptureHoldMethod(),
          io.grpc.stub.ServerCalls.asyncUnaryCall(
            new MethodHandlers<
              io.platonic.wallet.v1.CaptureHoldRequest,
              io.platonic.wallet.v1.CaptureHoldResponse>(
                service, METHODID_CAPTURE_HOLD)))
        .addMethod(
          getReleaseHoldMethod(),
          io.grpc.stub.ServerCalls.asyncUnaryCall(
            new MethodHandlers<
              io.platonic.wallet.v1.ReleaseHoldRequest,
              io.platonic.wallet.v1.ReleaseHoldResponse>(
                service, METHODID_RELEASE_HOLD)))
        .addMethod(
          getGetHoldMethod(),
          io.grpc.stub.ServerCalls.asyncUnaryCall(
            new MethodHandlers<
              io.platonic.wallet.v1.GetHoldRequest,
              io.platonic.wallet.v1.GetHoldResponse>(
                service, METHODID_GET_HOLD)))
        .addMethod(
          getListHoldsMethod(),
          io.grpc.stub.ServerCalls.asyncUnaryCall(
            new MethodHandlers<
              io.platonic.wallet.v1.ListHoldsRequest,
              io.platonic.wallet.v1.ListHoldsResponse>(
                service, METHODID_LIST_HOLDS)))
        .build();
  }

  private static abstract class HoldServiceBaseDescriptorSupplier
      implements io.grpc.protobuf.ProtoFileDescriptorSupplier, io.grpc.protobuf.ProtoServiceDescriptorSupplier {
    HoldServiceBaseDescriptorSupplier() {}

    @java.lang.Override
    public com.google.protobuf.Descriptors.FileDescriptor getFileDescriptor() {
      return io.platonic.wallet.v1.HoldServiceProto.getDescriptor();
    }

    @java.lang.Override
    public com.google.protobuf.Descriptors.ServiceDescriptor getServiceDescriptor() {
      return getFileDescriptor().findServiceByName("HoldService");
    }
  }

  private static final class HoldServiceFileDescriptorSupplier
      extends HoldServiceBaseDescriptorSupplier {
    HoldServiceFileDescriptorSupplier() {}
  }

  private static final class HoldServiceMethodDescriptorSupplier
      extends HoldServiceBaseDescriptorSupplier
      implements io.grpc.protobuf.ProtoMethodDescriptorSupplier {
    private final java.lang.String methodName;

    HoldServiceMethodDescriptorSupplier(java.lang.String methodName) {
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
      synchronized (HoldServiceGrpc.class) {
        result = serviceDescriptor;
        if (result == null) {
          serviceDescriptor = result = io.grpc.ServiceDescriptor.newBuilder(SERVICE_NAME)
              .setSchemaDescriptor(new HoldServiceFileDescriptorSupplier())
              .addMethod(getCaptureHoldMethod())
              .addMethod(getReleaseHoldMethod())
              .addMethod(getGetHoldMethod())
              .addMethod(getListHoldsMethod())
              .build();
        }
      }
    }
    return result;
  }
}
