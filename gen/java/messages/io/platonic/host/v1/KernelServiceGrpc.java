package io.platonic.host.v1;

import static io.grpc.MethodDescriptor.generateFullMethodName;

/**
 * <pre>
 * The three operations of the wallet that a kernel may call.
 * </pre>
 */
@io.grpc.stub.annotations.GrpcGenerated
public final class KernelServiceGrpc {

  private KernelServiceGrpc() {}

  public static final java.lang.String SERVICE_NAME = "host.v1.KernelService";

  // Static method descriptors that strictly reflect the proto.
  private static volatile io.grpc.MethodDescriptor<io.platonic.host.v1.WalletAuthenticateRequest,
      io.platonic.host.v1.WalletAuthenticateResponse> getWalletAuthenticateMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "WalletAuthenticate",
      requestType = io.platonic.host.v1.WalletAuthenticateRequest.class,
      responseType = io.platonic.host.v1.WalletAuthenticateResponse.class,
      methodType = io.grpc.MethodDescriptor.MethodType.UNARY)
  public static io.grpc.MethodDescriptor<io.platonic.host.v1.WalletAuthenticateRequest,
      io.platonic.host.v1.WalletAuthenticateResponse> getWalletAuthenticateMethod() {
    io.grpc.MethodDescriptor<io.platonic.host.v1.WalletAuthenticateRequest, io.platonic.host.v1.WalletAuthenticateResponse> getWalletAuthenticateMethod;
    if ((getWalletAuthenticateMethod = KernelServiceGrpc.getWalletAuthenticateMethod) == null) {
      synchronized (KernelServiceGrpc.class) {
        if ((getWalletAuthenticateMethod = KernelServiceGrpc.getWalletAuthenticateMethod) == null) {
          KernelServiceGrpc.getWalletAuthenticateMethod = getWalletAuthenticateMethod =
              io.grpc.MethodDescriptor.<io.platonic.host.v1.WalletAuthenticateRequest, io.platonic.host.v1.WalletAuthenticateResponse>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.UNARY)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "WalletAuthenticate"))
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.platonic.host.v1.WalletAuthenticateRequest.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.platonic.host.v1.WalletAuthenticateResponse.getDefaultInstance()))
              .setSchemaDescriptor(new KernelServiceMethodDescriptorSupplier("WalletAuthenticate"))
              .build();
        }
      }
    }
    return getWalletAuthenticateMethod;
  }

  private static volatile io.grpc.MethodDescriptor<io.platonic.host.v1.WalletTransferRequest,
      io.platonic.host.v1.WalletTransferResponse> getWalletTransferMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "WalletTransfer",
      requestType = io.platonic.host.v1.WalletTransferRequest.class,
      responseType = io.platonic.host.v1.WalletTransferResponse.class,
      methodType = io.grpc.MethodDescriptor.MethodType.UNARY)
  public static io.grpc.MethodDescriptor<io.platonic.host.v1.WalletTransferRequest,
      io.platonic.host.v1.WalletTransferResponse> getWalletTransferMethod() {
    io.grpc.MethodDescriptor<io.platonic.host.v1.WalletTransferRequest, io.platonic.host.v1.WalletTransferResponse> getWalletTransferMethod;
    if ((getWalletTransferMethod = KernelServiceGrpc.getWalletTransferMethod) == null) {
      synchronized (KernelServiceGrpc.class) {
        if ((getWalletTransferMethod = KernelServiceGrpc.getWalletTransferMethod) == null) {
          KernelServiceGrpc.getWalletTransferMethod = getWalletTransferMethod =
              io.grpc.MethodDescriptor.<io.platonic.host.v1.WalletTransferRequest, io.platonic.host.v1.WalletTransferResponse>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.UNARY)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "WalletTransfer"))
              .setIdempotent(true)
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.platonic.host.v1.WalletTransferRequest.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.platonic.host.v1.WalletTransferResponse.getDefaultInstance()))
              .setSchemaDescriptor(new KernelServiceMethodDescriptorSupplier("WalletTransfer"))
              .build();
        }
      }
    }
    return getWalletTransferMethod;
  }

  private static volatile io.grpc.MethodDescriptor<io.platonic.host.v1.WalletVerifyRequest,
      io.platonic.host.v1.WalletVerifyResponse> getWalletVerifyMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "WalletVerify",
      requestType = io.platonic.host.v1.WalletVerifyRequest.class,
      responseType = io.platonic.host.v1.WalletVerifyResponse.class,
      methodType = io.grpc.MethodDescriptor.MethodType.UNARY)
  public static io.grpc.MethodDescriptor<io.platonic.host.v1.WalletVerifyRequest,
      io.platonic.host.v1.WalletVerifyResponse> getWalletVerifyMethod() {
    io.grpc.MethodDescriptor<io.platonic.host.v1.WalletVerifyRequest, io.platonic.host.v1.WalletVerifyResponse> getWalletVerifyMethod;
    if ((getWalletVerifyMethod = KernelServiceGrpc.getWalletVerifyMethod) == null) {
      synchronized (KernelServiceGrpc.class) {
        if ((getWalletVerifyMethod = KernelServiceGrpc.getWalletVerifyMethod) == null) {
          KernelServiceGrpc.getWalletVerifyMethod = getWalletVerifyMethod =
              io.grpc.MethodDescriptor.<io.platonic.host.v1.WalletVerifyRequest, io.platonic.host.v1.WalletVerifyResponse>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.UNARY)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "WalletVerify"))
              .setSafe(true)
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.platonic.host.v1.WalletVerifyRequest.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.platonic.host.v1.WalletVerifyResponse.getDefaultInstance()))
              .setSchemaDescriptor(new KernelServiceMethodDescriptorSupplier("WalletVerify"))
              .build();
        }
      }
    }
    return getWalletVerifyMethod;
  }

  /**
   * Creates a new async stub that supports all call types for the service
   */
  public static KernelServiceStub newStub(io.grpc.Channel channel) {
    io.grpc.stub.AbstractStub.StubFactory<KernelServiceStub> factory =
      new io.grpc.stub.AbstractStub.StubFactory<KernelServiceStub>() {
        @java.lang.Override
        public KernelServiceStub newStub(io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
          return new KernelServiceStub(channel, callOptions);
        }
      };
    return KernelServiceStub.newStub(factory, channel);
  }

  /**
   * Creates a new blocking-style stub that supports all types of calls on the service
   */
  public static KernelServiceBlockingV2Stub newBlockingV2Stub(
      io.grpc.Channel channel) {
    io.grpc.stub.AbstractStub.StubFactory<KernelServiceBlockingV2Stub> factory =
      new io.grpc.stub.AbstractStub.StubFactory<KernelServiceBlockingV2Stub>() {
        @java.lang.Override
        public KernelServiceBlockingV2Stub newStub(io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
          return new KernelServiceBlockingV2Stub(channel, callOptions);
        }
      };
    return KernelServiceBlockingV2Stub.newStub(factory, channel);
  }

  /**
   * Creates a new blocking-style stub that supports unary and streaming output calls on the service
   */
  public static KernelServiceBlockingStub newBlockingStub(
      io.grpc.Channel channel) {
    io.grpc.stub.AbstractStub.StubFactory<KernelServiceBlockingStub> factory =
      new io.grpc.stub.AbstractStub.StubFactory<KernelServiceBlockingStub>() {
        @java.lang.Override
        public KernelServiceBlockingStub newStub(io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
          return new KernelServiceBlockingStub(channel, callOptions);
        }
      };
    return KernelServiceBlockingStub.newStub(factory, channel);
  }

  /**
   * Creates a new ListenableFuture-style stub that supports unary calls on the service
   */
  public static KernelServiceFutureStub newFutureStub(
      io.grpc.Channel channel) {
    io.grpc.stub.AbstractStub.StubFactory<KernelServiceFutureStub> factory =
      new io.grpc.stub.AbstractStub.StubFactory<KernelServiceFutureStub>() {
        @java.lang.Override
        public KernelServiceFutureStub newStub(io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
          return new KernelServiceFutureStub(channel, callOptions);
        }
      };
    return KernelServiceFutureStub.newStub(factory, channel);
  }

  /**
   * <pre>
   * The three operations of the wallet that a kernel may call.
   * </pre>
   */
  public interface AsyncService {

    /**
     * <pre>
     * Verifies and consumes a rotating token and opens a session. A rejected token is a successful call with `success`
     * false.
     * </pre>
     */
    default void walletAuthenticate(io.platonic.host.v1.WalletAuthenticateRequest request,
        io.grpc.stub.StreamObserver<io.platonic.host.v1.WalletAuthenticateResponse> responseObserver) {
      io.grpc.stub.ServerCalls.asyncUnimplementedUnaryCall(getWalletAuthenticateMethod(), responseObserver);
    }

    /**
     * <pre>
     * Creates and processes a transaction that its sender has signed. A rejected transaction is a successful call with
     * `success` false.
     * </pre>
     */
    default void walletTransfer(io.platonic.host.v1.WalletTransferRequest request,
        io.grpc.stub.StreamObserver<io.platonic.host.v1.WalletTransferResponse> responseObserver) {
      io.grpc.stub.ServerCalls.asyncUnimplementedUnaryCall(getWalletTransferMethod(), responseObserver);
    }

    /**
     * <pre>
     * Reports whether a transaction is completed, given its id or its receipt. The receipt must be valid and agree with
     * the ledger.
     * </pre>
     */
    default void walletVerify(io.platonic.host.v1.WalletVerifyRequest request,
        io.grpc.stub.StreamObserver<io.platonic.host.v1.WalletVerifyResponse> responseObserver) {
      io.grpc.stub.ServerCalls.asyncUnimplementedUnaryCall(getWalletVerifyMethod(), responseObserver);
    }
  }

  /**
   * Base class for the server implementation of the service KernelService.
   * <pre>
   * The three operations of the wallet that a kernel may call.
   * </pre>
   */
  public static abstract class KernelServiceImplBase
      implements io.grpc.BindableService, AsyncService {

    @java.lang.Override public final io.grpc.ServerServiceDefinition bindService() {
      return KernelServiceGrpc.bindService(this);
    }
  }

  /**
   * A stub to allow clients to do asynchronous rpc calls to service KernelService.
   * <pre>
   * The three operations of the wallet that a kernel may call.
   * </pre>
   */
  public static final class KernelServiceStub
      extends io.grpc.stub.AbstractAsyncStub<KernelServiceStub> {
    private KernelServiceStub(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      super(channel, callOptions);
    }

    @java.lang.Override
    protected KernelServiceStub build(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      return new KernelServiceStub(channel, callOptions);
    }

    /**
     * <pre>
     * Verifies and consumes a rotating token and opens a session. A rejected token is a successful call with `success`
     * false.
     * </pre>
     */
    public void walletAuthenticate(io.platonic.host.v1.WalletAuthenticateRequest request,
        io.grpc.stub.StreamObserver<io.platonic.host.v1.WalletAuthenticateResponse> responseObserver) {
      io.grpc.stub.ClientCalls.asyncUnaryCall(
          getChannel().newCall(getWalletAuthenticateMethod(), getCallOptions()), request, responseObserver);
    }

    /**
     * <pre>
     * Creates and processes a transaction that its sender has signed. A rejected transaction is a successful call with
     * `success` false.
     * </pre>
     */
    public void walletTransfer(io.platonic.host.v1.WalletTransferRequest request,
        io.grpc.stub.StreamObserver<io.platonic.host.v1.WalletTransferResponse> responseObserver) {
      io.grpc.stub.ClientCalls.asyncUnaryCall(
          getChannel().newCall(getWalletTransferMethod(), getCallOptions()), request, responseObserver);
    }

    /**
     * <pre>
     * Reports whether a transaction is completed, given its id or its receipt. The receipt must be valid and agree with
     * the ledger.
     * </pre>
     */
    public void walletVerify(io.platonic.host.v1.WalletVerifyRequest request,
        io.grpc.stub.StreamObserver<io.platonic.host.v1.WalletVerifyResponse> responseObserver) {
      io.grpc.stub.ClientCalls.asyncUnaryCall(
          getChannel().newCall(getWalletVerifyMethod(), getCallOptions()), request, responseObserver);
    }
  }

  /**
   * A stub to allow clients to do synchronous rpc calls to service KernelService.
   * <pre>
   * The three operations of the wallet that a kernel may call.
   * </pre>
   */
  public static final class KernelServiceBlockingV2Stub
      extends io.grpc.stub.AbstractBlockingStub<KernelServiceBlockingV2Stub> {
    private KernelServiceBlockingV2Stub(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      super(channel, callOptions);
    }

    @java.lang.Override
    protected KernelServiceBlockingV2Stub build(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      return new KernelServiceBlockingV2Stub(channel, callOptions);
    }

    /**
     * <pre>
     * Verifies and consumes a rotating token and opens a session. A rejected token is a successful call with `success`
     * false.
     * </pre>
     */
    public io.platonic.host.v1.WalletAuthenticateResponse walletAuthenticate(io.platonic.host.v1.WalletAuthenticateRequest request) throws io.grpc.StatusException {
      return io.grpc.stub.ClientCalls.blockingV2UnaryCall(
          getChannel(), getWalletAuthenticateMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Creates and processes a transaction that its sender has signed. A rejected transaction is a successful call with
     * `success` false.
     * </pre>
     */
    public io.platonic.host.v1.WalletTransferResponse walletTransfer(io.platonic.host.v1.WalletTransferRequest request) throws io.grpc.StatusException {
      return io.grpc.stub.ClientCalls.blockingV2UnaryCall(
          getChannel(), getWalletTransferMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Reports whether a transaction is completed, given its id or its receipt. The receipt must be valid and agree with
     * the ledger.
     * </pre>
     */
    public io.platonic.host.v1.WalletVerifyResponse walletVerify(io.platonic.host.v1.WalletVerifyRequest request) throws io.grpc.StatusException {
      return io.grpc.stub.ClientCalls.blockingV2UnaryCall(
          getChannel(), getWalletVerifyMethod(), getCallOptions(), request);
    }
  }

  /**
   * A stub to allow clients to do limited synchronous rpc calls to service KernelService.
   * <pre>
   * The three operations of the wallet that a kernel may call.
   * </pre>
   */
  public static final class KernelServiceBlockingStub
      extends io.grpc.stub.AbstractBlockingStub<KernelServiceBlockingStub> {
    private KernelServiceBlockingStub(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      super(channel, callOptions);
    }

    @java.lang.Override
    protected KernelServiceBlockingStub build(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      return new KernelServiceBlockingStub(channel, callOptions);
    }

    /**
     * <pre>
     * Verifies and consumes a rotating token and opens a session. A rejected token is a successful call with `success`
     * false.
     * </pre>
     */
    public io.platonic.host.v1.WalletAuthenticateResponse walletAuthenticate(io.platonic.host.v1.WalletAuthenticateRequest request) {
      return io.grpc.stub.ClientCalls.blockingUnaryCall(
          getChannel(), getWalletAuthenticateMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Creates and processes a transaction that its sender has signed. A rejected transaction is a successful call with
     * `success` false.
     * </pre>
     */
    public io.platonic.host.v1.WalletTransferResponse walletTransfer(io.platonic.host.v1.WalletTransferRequest request) {
      return io.grpc.stub.ClientCalls.blockingUnaryCall(
          getChannel(), getWalletTransferMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Reports whether a transaction is completed, given its id or its receipt. The receipt must be valid and agree with
     * the ledger.
     * </pre>
     */
    public io.platonic.host.v1.WalletVerifyResponse walletVerify(io.platonic.host.v1.WalletVerifyRequest request) {
      return io.grpc.stub.ClientCalls.blockingUnaryCall(
          getChannel(), getWalletVerifyMethod(), getCallOptions(), request);
    }
  }

  /**
   * A stub to allow clients to do ListenableFuture-style rpc calls to service KernelService.
   * <pre>
   * The three operations of the wallet that a kernel may call.
   * </pre>
   */
  public static final class KernelServiceFutureStub
      extends io.grpc.stub.AbstractFutureStub<KernelServiceFutureStub> {
    private KernelServiceFutureStub(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      super(channel, callOptions);
    }

    @java.lang.Override
    protected KernelServiceFutureStub build(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      return new KernelServiceFutureStub(channel, callOptions);
    }

    /**
     * <pre>
     * Verifies and consumes a rotating token and opens a session. A rejected token is a successful call with `success`
     * false.
     * </pre>
     */
    public com.google.common.util.concurrent.ListenableFuture<io.platonic.host.v1.WalletAuthenticateResponse> walletAuthenticate(
        io.platonic.host.v1.WalletAuthenticateRequest request) {
      return io.grpc.stub.ClientCalls.futureUnaryCall(
          getChannel().newCall(getWalletAuthenticateMethod(), getCallOptions()), request);
    }

    /**
     * <pre>
     * Creates and processes a transaction that its sender has signed. A rejected transaction is a successful call with
     * `success` false.
     * </pre>
     */
    public com.google.common.util.concurrent.ListenableFuture<io.platonic.host.v1.WalletTransferResponse> walletTransfer(
        io.platonic.host.v1.WalletTransferRequest request) {
      return io.grpc.stub.ClientCalls.futureUnaryCall(
          getChannel().newCall(getWalletTransferMethod(), getCallOptions()), request);
    }

    /**
     * <pre>
     * Reports whether a transaction is completed, given its id or its receipt. The receipt must be valid and agree with
     * the ledger.
     * </pre>
     */
    public com.google.common.util.concurrent.ListenableFuture<io.platonic.host.v1.WalletVerifyResponse> walletVerify(
        io.platonic.host.v1.WalletVerifyRequest request) {
      return io.grpc.stub.ClientCalls.futureUnaryCall(
          getChannel().newCall(getWalletVerifyMethod(), getCallOptions()), request);
    }
  }

  private static final int METHODID_WALLET_AUTHENTICATE = 0;
  private static final int METHODID_WALLET_TRANSFER = 1;
  private static final int METHODID_WALLET_VERIFY = 2;

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
        case METHODID_WALLET_AUTHENTICATE:
          serviceImpl.walletAuthenticate((io.platonic.host.v1.WalletAuthenticateRequest) request,
              (io.grpc.stub.StreamObserver<io.platonic.host.v1.WalletAuthenticateResponse>) responseObserver);
          break;
        case METHODID_WALLET_TRANSFER:
          serviceImpl.walletTransfer((io.platonic.host.v1.WalletTransferRequest) request,
              (io.grpc.stub.StreamObserver<io.platonic.host.v1.WalletTransferResponse>) responseObserver);
          break;
        case METHODID_WALLET_VERIFY:
          serviceImpl.walletVerify((io.platonic.host.v1.WalletVerifyRequest) request,
              (io.grpc.stub.StreamObserver<io.platonic.host.v1.WalletVerifyResponse>) responseObserver);
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
          getWalletAuthenticateMethod(),
          io.grpc.stub.ServerCalls.asyncUnaryCall(
            new MethodHandlers<
              io.platonic.host.v1.WalletAuthenticateRequest,
              io.platonic.host.v1.WalletAuthenticateResponse>(
                service, METHODID_WALLET_AUTHENTICATE)))
        .addMethod(
          getWalletTransferMethod(),
          io.grpc.stub.ServerCalls.asyncUnaryCall(
            new MethodHandlers<
              io.platonic.host.v1.WalletTransferRequest,
              io.platonic.host.v1.WalletTransferResponse>(
                service, METHODID_WALLET_TRANSFER)))
        .addMethod(
          getWalletVerifyMethod(),
          io.grpc.stub.ServerCalls.asyncUnaryCall(
            new MethodHandlers<
              io.platonic.host.v1.WalletVerifyRequest,
              io.platonic.host.v1.WalletVerifyResponse>(
                service, METHODID_WALLET_VERIFY)))
        .build();
  }

  private static abstract class KernelServiceBaseDescriptorSupplier
      implements io.grpc.protobuf.ProtoFileDescriptorSupplier, io.grpc.protobuf.ProtoServiceDescriptorSupplier {
    KernelServiceBaseDescriptorSupplier() {}

    @java.lang.Override
    public com.google.protobuf.Descriptors.FileDescriptor getFileDescriptor() {
      return io.platonic.host.v1.HostProto.getDescriptor();
    }

    @java.lang.Override
    public com.google.protobuf.Descriptors.ServiceDescriptor getServiceDescriptor() {
      return getFileDescriptor().findServiceByName("KernelService");
    }
  }

  private static final class KernelServiceFileDescriptorSupplier
      extends KernelServiceBaseDescriptorSupplier {
    KernelServiceFileDescriptorSupplier() {}
  }

  private static final class KernelServiceMethodDescriptorSupplier
      extends KernelServiceBaseDescriptorSupplier
      implements io.grpc.protobuf.ProtoMethodDescriptorSupplier {
    private final java.lang.String methodName;

    KernelServiceMethodDescriptorSupplier(java.lang.String methodName) {
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
      synchronized (KernelServiceGrpc.class) {
        result = serviceDescriptor;
        if (result == null) {
          serviceDescriptor = result = io.grpc.ServiceDescriptor.newBuilder(SERVICE_NAME)
              .setSchemaDescriptor(new KernelServiceFileDescriptorSupplier())
              .addMethod(getWalletAuthenticateMethod())
              .addMethod(getWalletTransferMethod())
              .addMethod(getWalletVerifyMethod())
              .build();
        }
      }
    }
    return result;
  }
}
