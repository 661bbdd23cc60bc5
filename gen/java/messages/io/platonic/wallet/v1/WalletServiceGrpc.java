package io.platonic.wallet.v1;

import static io.grpc.MethodDescriptor.generateFullMethodName;

/**
 * <pre>
 * Wallets, their balances and their history.
 * </pre>
 */
@io.grpc.stub.annotations.GrpcGenerated
public final class WalletServiceGrpc {

  private WalletServiceGrpc() {}

  public static final java.lang.String SERVICE_NAME = "wallet.v1.WalletService";

  // Static method descriptors that strictly reflect the proto.
  private static volatile io.grpc.MethodDescriptor<io.platonic.wallet.v1.CreateWalletRequest,
      io.platonic.wallet.v1.CreateWalletResponse> getCreateWalletMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "CreateWallet",
      requestType = io.platonic.wallet.v1.CreateWalletRequest.class,
      responseType = io.platonic.wallet.v1.CreateWalletResponse.class,
      methodType = io.grpc.MethodDescriptor.MethodType.UNARY)
  public static io.grpc.MethodDescriptor<io.platonic.wallet.v1.CreateWalletRequest,
      io.platonic.wallet.v1.CreateWalletResponse> getCreateWalletMethod() {
    io.grpc.MethodDescriptor<io.platonic.wallet.v1.CreateWalletRequest, io.platonic.wallet.v1.CreateWalletResponse> getCreateWalletMethod;
    if ((getCreateWalletMethod = WalletServiceGrpc.getCreateWalletMethod) == null) {
      synchronized (WalletServiceGrpc.class) {
        if ((getCreateWalletMethod = WalletServiceGrpc.getCreateWalletMethod) == null) {
          WalletServiceGrpc.getCreateWalletMethod = getCreateWalletMethod =
              io.grpc.MethodDescriptor.<io.platonic.wallet.v1.CreateWalletRequest, io.platonic.wallet.v1.CreateWalletResponse>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.UNARY)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "CreateWallet"))
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.platonic.wallet.v1.CreateWalletRequest.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.platonic.wallet.v1.CreateWalletResponse.getDefaultInstance()))
              .setSchemaDescriptor(new WalletServiceMethodDescriptorSupplier("CreateWallet"))
              .build();
        }
      }
    }
    return getCreateWalletMethod;
  }

  private static volatile io.grpc.MethodDescriptor<io.platonic.wallet.v1.GetWalletRequest,
      io.platonic.wallet.v1.GetWalletResponse> getGetWalletMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "GetWallet",
      requestType = io.platonic.wallet.v1.GetWalletRequest.class,
      responseType = io.platonic.wallet.v1.GetWalletResponse.class,
      methodType = io.grpc.MethodDescriptor.MethodType.UNARY)
  public static io.grpc.MethodDescriptor<io.platonic.wallet.v1.GetWalletRequest,
      io.platonic.wallet.v1.GetWalletResponse> getGetWalletMethod() {
    io.grpc.MethodDescriptor<io.platonic.wallet.v1.GetWalletRequest, io.platonic.wallet.v1.GetWalletResponse> getGetWalletMethod;
    if ((getGetWalletMethod = WalletServiceGrpc.getGetWalletMethod) == null) {
      synchronized (WalletServiceGrpc.class) {
        if ((getGetWalletMethod = WalletServiceGrpc.getGetWalletMethod) == null) {
          WalletServiceGrpc.getGetWalletMethod = getGetWalletMethod =
              io.grpc.MethodDescriptor.<io.platonic.wallet.v1.GetWalletRequest, io.platonic.wallet.v1.GetWalletResponse>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.UNARY)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "GetWallet"))
              .setSafe(true)
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.platonic.wallet.v1.GetWalletRequest.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.platonic.wallet.v1.GetWalletResponse.getDefaultInstance()))
              .setSchemaDescriptor(new WalletServiceMethodDescriptorSupplier("GetWallet"))
              .build();
        }
      }
    }
    return getGetWalletMethod;
  }

  private static volatile io.grpc.MethodDescriptor<io.platonic.wallet.v1.GetBalanceRequest,
      io.platonic.wallet.v1.GetBalanceResponse> getGetBalanceMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "GetBalance",
      requestType = io.platonic.wallet.v1.GetBalanceRequest.class,
      responseType = io.platonic.wallet.v1.GetBalanceResponse.class,
      methodType = io.grpc.MethodDescriptor.MethodType.UNARY)
  public static io.grpc.MethodDescriptor<io.platonic.wallet.v1.GetBalanceRequest,
      io.platonic.wallet.v1.GetBalanceResponse> getGetBalanceMethod() {
    io.grpc.MethodDescriptor<io.platonic.wallet.v1.GetBalanceRequest, io.platonic.wallet.v1.GetBalanceResponse> getGetBalanceMethod;
    if ((getGetBalanceMethod = WalletServiceGrpc.getGetBalanceMethod) == null) {
      synchronized (WalletServiceGrpc.class) {
        if ((getGetBalanceMethod = WalletServiceGrpc.getGetBalanceMethod) == null) {
          WalletServiceGrpc.getGetBalanceMethod = getGetBalanceMethod =
              io.grpc.MethodDescriptor.<io.platonic.wallet.v1.GetBalanceRequest, io.platonic.wallet.v1.GetBalanceResponse>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.UNARY)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "GetBalance"))
              .setSafe(true)
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.platonic.wallet.v1.GetBalanceRequest.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.platonic.wallet.v1.GetBalanceResponse.getDefaultInstance()))
              .setSchemaDescriptor(new WalletServiceMethodDescriptorSupplier("GetBalance"))
              .build();
        }
      }
    }
    return getGetBalanceMethod;
  }

  private static volatile io.grpc.MethodDescriptor<io.platonic.wallet.v1.GetBalancesAtRequest,
      io.platonic.wallet.v1.GetBalancesAtResponse> getGetBalancesAtMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "GetBalancesAt",
      requestType = io.platonic.wallet.v1.GetBalancesAtRequest.class,
      responseType = io.platonic.wallet.v1.GetBalancesAtResponse.class,
      methodType = io.grpc.MethodDescriptor.MethodType.UNARY)
  public static io.grpc.MethodDescriptor<io.platonic.wallet.v1.GetBalancesAtRequest,
      io.platonic.wallet.v1.GetBalancesAtResponse> getGetBalancesAtMethod() {
    io.grpc.MethodDescriptor<io.platonic.wallet.v1.GetBalancesAtRequest, io.platonic.wallet.v1.GetBalancesAtResponse> getGetBalancesAtMethod;
    if ((getGetBalancesAtMethod = WalletServiceGrpc.getGetBalancesAtMethod) == null) {
      synchronized (WalletServiceGrpc.class) {
        if ((getGetBalancesAtMethod = WalletServiceGrpc.getGetBalancesAtMethod) == null) {
          WalletServiceGrpc.getGetBalancesAtMethod = getGetBalancesAtMethod =
              io.grpc.MethodDescriptor.<io.platonic.wallet.v1.GetBalancesAtRequest, io.platonic.wallet.v1.GetBalancesAtResponse>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.UNARY)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "GetBalancesAt"))
              .setSafe(true)
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.platonic.wallet.v1.GetBalancesAtRequest.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.platonic.wallet.v1.GetBalancesAtResponse.getDefaultInstance()))
              .setSchemaDescriptor(new WalletServiceMethodDescriptorSupplier("GetBalancesAt"))
              .build();
        }
      }
    }
    return getGetBalancesAtMethod;
  }

  private static volatile io.grpc.MethodDescriptor<io.platonic.wallet.v1.ConfigureWalletRequest,
      io.platonic.wallet.v1.ConfigureWalletResponse> getConfigureWalletMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "ConfigureWallet",
      requestType = io.platonic.wallet.v1.ConfigureWalletRequest.class,
      responseType = io.platonic.wallet.v1.ConfigureWalletResponse.class,
      methodType = io.grpc.MethodDescriptor.MethodType.UNARY)
  public static io.grpc.MethodDescriptor<io.platonic.wallet.v1.ConfigureWalletRequest,
      io.platonic.wallet.v1.ConfigureWalletResponse> getConfigureWalletMethod() {
    io.grpc.MethodDescriptor<io.platonic.wallet.v1.ConfigureWalletRequest, io.platonic.wallet.v1.ConfigureWalletResponse> getConfigureWalletMethod;
    if ((getConfigureWalletMethod = WalletServiceGrpc.getConfigureWalletMethod) == null) {
      synchronized (WalletServiceGrpc.class) {
        if ((getConfigureWalletMethod = WalletServiceGrpc.getConfigureWalletMethod) == null) {
          WalletServiceGrpc.getConfigureWalletMethod = getConfigureWalletMethod =
              io.grpc.MethodDescriptor.<io.platonic.wallet.v1.ConfigureWalletRequest, io.platonic.wallet.v1.ConfigureWalletResponse>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.UNARY)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "ConfigureWallet"))
              .setIdempotent(true)
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.platonic.wallet.v1.ConfigureWalletRequest.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.platonic.wallet.v1.ConfigureWalletResponse.getDefaultInstance()))
              .setSchemaDescriptor(new WalletServiceMethodDescriptorSupplier("ConfigureWallet"))
              .build();
        }
      }
    }
    return getConfigureWalletMethod;
  }

  private static volatile io.grpc.MethodDescriptor<io.platonic.wallet.v1.ListLedgerEntriesRequest,
      io.platonic.wallet.v1.ListLedgerEntriesResponse> getListLedgerEntriesMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "ListLedgerEntries",
      requestType = io.platonic.wallet.v1.ListLedgerEntriesRequest.class,
      responseType = io.platonic.wallet.v1.ListLedgerEntriesResponse.class,
      methodType = io.grpc.MethodDescriptor.MethodType.UNARY)
  public static io.grpc.MethodDescriptor<io.platonic.wallet.v1.ListLedgerEntriesRequest,
      io.platonic.wallet.v1.ListLedgerEntriesResponse> getListLedgerEntriesMethod() {
    io.grpc.MethodDescriptor<io.platonic.wallet.v1.ListLedgerEntriesRequest, io.platonic.wallet.v1.ListLedgerEntriesResponse> getListLedgerEntriesMethod;
    if ((getListLedgerEntriesMethod = WalletServiceGrpc.getListLedgerEntriesMethod) == null) {
      synchronized (WalletServiceGrpc.class) {
        if ((getListLedgerEntriesMethod = WalletServiceGrpc.getListLedgerEntriesMethod) == null) {
          WalletServiceGrpc.getListLedgerEntriesMethod = getListLedgerEntriesMethod =
              io.grpc.MethodDescriptor.<io.platonic.wallet.v1.ListLedgerEntriesRequest, io.platonic.wallet.v1.ListLedgerEntriesResponse>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.UNARY)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "ListLedgerEntries"))
              .setSafe(true)
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.platonic.wallet.v1.ListLedgerEntriesRequest.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.platonic.wallet.v1.ListLedgerEntriesResponse.getDefaultInstance()))
              .setSchemaDescriptor(new WalletServiceMethodDescriptorSupplier("ListLedgerEntries"))
              .build();
        }
      }
    }
    return getListLedgerEntriesMethod;
  }

  /**
   * Creates a new async stub that supports all call types for the service
   */
  public static WalletServiceStub newStub(io.grpc.Channel channel) {
    io.grpc.stub.AbstractStub.StubFactory<WalletServiceStub> factory =
      new io.grpc.stub.AbstractStub.StubFactory<WalletServiceStub>() {
        @java.lang.Override
        public WalletServiceStub newStub(io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
          return new WalletServiceStub(channel, callOptions);
        }
      };
    return WalletServiceStub.newStub(factory, channel);
  }

  /**
   * Creates a new blocking-style stub that supports all types of calls on the service
   */
  public static WalletServiceBlockingV2Stub newBlockingV2Stub(
      io.grpc.Channel channel) {
    io.grpc.stub.AbstractStub.StubFactory<WalletServiceBlockingV2Stub> factory =
      new io.grpc.stub.AbstractStub.StubFactory<WalletServiceBlockingV2Stub>() {
        @java.lang.Override
        public WalletServiceBlockingV2Stub newStub(io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
          return new WalletServiceBlockingV2Stub(channel, callOptions);
        }
      };
    return WalletServiceBlockingV2Stub.newStub(factory, channel);
  }

  /**
   * Creates a new blocking-style stub that supports unary and streaming output calls on the service
   */
  public static WalletServiceBlockingStub newBlockingStub(
      io.grpc.Channel channel) {
    io.grpc.stub.AbstractStub.StubFactory<WalletServiceBlockingStub> factory =
      new io.grpc.stub.AbstractStub.StubFactory<WalletServiceBlockingStub>() {
        @java.lang.Override
        public WalletServiceBlockingStub newStub(io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
          return new WalletServiceBlockingStub(channel, callOptions);
        }
      };
    return WalletServiceBlockingStub.newStub(factory, channel);
  }

  /**
   * Creates a new ListenableFuture-style stub that supports unary calls on the service
   */
  public static WalletServiceFutureStub newFutureStub(
      io.grpc.Channel channel) {
    io.grpc.stub.AbstractStub.StubFactory<WalletServiceFutureStub> factory =
      new io.grpc.stub.AbstractStub.StubFactory<WalletServiceFutureStub>() {
        @java.lang.Override
        public WalletServiceFutureStub newStub(io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
          return new WalletServiceFutureStub(channel, callOptions);
        }
      };
    return WalletServiceFutureStub.newStub(factory, channel);
  }

  /**
   * <pre>
   * Wallets, their balances and their history.
   * </pre>
   */
  public interface AsyncService {

    /**
     * <pre>
     * Creates an empty wallet for an identity.
     * </pre>
     */
    default void createWallet(io.platonic.wallet.v1.CreateWalletRequest request,
        io.grpc.stub.StreamObserver<io.platonic.wallet.v1.CreateWalletResponse> responseObserver) {
      io.grpc.stub.ServerCalls.asyncUnimplementedUnaryCall(getCreateWalletMethod(), responseObserver);
    }

    /**
     * <pre>
     * Reads a wallet: its balances and its configuration.
     * </pre>
     */
    default void getWallet(io.platonic.wallet.v1.GetWalletRequest request,
        io.grpc.stub.StreamObserver<io.platonic.wallet.v1.GetWalletResponse> responseObserver) {
      io.grpc.stub.ServerCalls.asyncUnimplementedUnaryCall(getGetWalletMethod(), responseObserver);
    }

    /**
     * <pre>
     * Reads the balance of one token in a wallet.
     * </pre>
     */
    default void getBalance(io.platonic.wallet.v1.GetBalanceRequest request,
        io.grpc.stub.StreamObserver<io.platonic.wallet.v1.GetBalanceResponse> responseObserver) {
      io.grpc.stub.ServerCalls.asyncUnimplementedUnaryCall(getGetBalanceMethod(), responseObserver);
    }

    /**
     * <pre>
     * Reads all balances of a wallet as they were at a moment, or after an entry of the ledger, exactly. The answer names
     * the entry, so that the question can be repeated.
     * </pre>
     */
    default void getBalancesAt(io.platonic.wallet.v1.GetBalancesAtRequest request,
        io.grpc.stub.StreamObserver<io.platonic.wallet.v1.GetBalancesAtResponse> responseObserver) {
      io.grpc.stub.ServerCalls.asyncUnimplementedUnaryCall(getGetBalancesAtMethod(), responseObserver);
    }

    /**
     * <pre>
     * Replaces the configuration of a wallet.
     * </pre>
     */
    default void configureWallet(io.platonic.wallet.v1.ConfigureWalletRequest request,
        io.grpc.stub.StreamObserver<io.platonic.wallet.v1.ConfigureWalletResponse> responseObserver) {
      io.grpc.stub.ServerCalls.asyncUnimplementedUnaryCall(getConfigureWalletMethod(), responseObserver);
    }

    /**
     * <pre>
     * Lists the ledger entries of a wallet, newest first.
     * </pre>
     */
    default void listLedgerEntries(io.platonic.wallet.v1.ListLedgerEntriesRequest request,
        io.grpc.stub.StreamObserver<io.platonic.wallet.v1.ListLedgerEntriesResponse> responseObserver) {
      io.grpc.stub.ServerCalls.asyncUnimplementedUnaryCall(getListLedgerEntriesMethod(), responseObserver);
    }
  }

  /**
   * Base class for the server implementation of the service WalletService.
   * <pre>
   * Wallets, their balances and their history.
   * </pre>
   */
  public static abstract class WalletServiceImplBase
      implements io.grpc.BindableService, AsyncService {

    @java.lang.Override public final io.grpc.ServerServiceDefinition bindService() {
      return WalletServiceGrpc.bindService(this);
    }
  }

  /**
   * A stub to allow clients to do asynchronous rpc calls to service WalletService.
   * <pre>
   * Wallets, their balances and their history.
   * </pre>
   */
  public static final class WalletServiceStub
      extends io.grpc.stub.AbstractAsyncStub<WalletServiceStub> {
    private WalletServiceStub(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      super(channel, callOptions);
    }

    @java.lang.Override
    protected WalletServiceStub build(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      return new WalletServiceStub(channel, callOptions);
    }

    /**
     * <pre>
     * Creates an empty wallet for an identity.
     * </pre>
     */
    public void createWallet(io.platonic.wallet.v1.CreateWalletRequest request,
        io.grpc.stub.StreamObserver<io.platonic.wallet.v1.CreateWalletResponse> responseObserver) {
      io.grpc.stub.ClientCalls.asyncUnaryCall(
          getChannel().newCall(getCreateWalletMethod(), getCallOptions()), request, responseObserver);
    }

    /**
     * <pre>
     * Reads a wallet: its balances and its configuration.
     * </pre>
     */
    public void getWallet(io.platonic.wallet.v1.GetWalletRequest request,
        io.grpc.stub.StreamObserver<io.platonic.wallet.v1.GetWalletResponse> responseObserver) {
      io.grpc.stub.ClientCalls.asyncUnaryCall(
          getChannel().newCall(getGetWalletMethod(), getCallOptions()), request, responseObserver);
    }

    /**
     * <pre>
     * Reads the balance of one token in a wallet.
     * </pre>
     */
    public void getBalance(io.platonic.wallet.v1.GetBalanceRequest request,
        io.grpc.stub.StreamObserver<io.platonic.wallet.v1.GetBalanceResponse> responseObserver) {
      io.grpc.stub.ClientCalls.asyncUnaryCall(
          getChannel().newCall(getGetBalanceMethod(), getCallOptions()), request, responseObserver);
    }

    /**
     * <pre>
     * Reads all balances of a wallet as they were at a moment, or after an entry of the ledger, exactly. The answer names
     * the entry, so that the question can be repeated.
     * </pre>
     */
    public void getBalancesAt(io.platonic.wallet.v1.GetBalancesAtRequest request,
        io.grpc.stub.StreamObserver<io.platonic.wallet.v1.GetBalancesAtResponse> responseObserver) {
      io.grpc.stub.ClientCalls.asyncUnaryCall(
          getChannel().newCall(getGetBalancesAtMethod(), getCallOptions()), request, responseObserver);
    }

    /**
     * <pre>
     * Replaces the configuration of a wallet.
     * </pre>
     */
    public void configureWallet(io.platonic.wallet.v1.ConfigureWalletRequest request,
        io.grpc.stub.StreamObserver<io.platonic.wallet.v1.ConfigureWalletResponse> responseObserver) {
      io.grpc.stub.ClientCalls.asyncUnaryCall(
          getChannel().newCall(getConfigureWalletMethod(), getCallOptions()), request, responseObserver);
    }

    /**
     * <pre>
     * Lists the ledger entries of a wallet, newest first.
     * </pre>
     */
    public void listLedgerEntries(io.platonic.wallet.v1.ListLedgerEntriesRequest request,
        io.grpc.stub.StreamObserver<io.platonic.wallet.v1.ListLedgerEntriesResponse> responseObserver) {
      io.grpc.stub.ClientCalls.asyncUnaryCall(
          getChannel().newCall(getListLedgerEntriesMethod(), getCallOptions()), request, responseObserver);
    }
  }

  /**
   * A stub to allow clients to do synchronous rpc calls to service WalletService.
   * <pre>
   * Wallets, their balances and their history.
   * </pre>
   */
  public static final class WalletServiceBlockingV2Stub
      extends io.grpc.stub.AbstractBlockingStub<WalletServiceBlockingV2Stub> {
    private WalletServiceBlockingV2Stub(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      super(channel, callOptions);
    }

    @java.lang.Override
    protected WalletServiceBlockingV2Stub build(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      return new WalletServiceBlockingV2Stub(channel, callOptions);
    }

    /**
     * <pre>
     * Creates an empty wallet for an identity.
     * </pre>
     */
    public io.platonic.wallet.v1.CreateWalletResponse createWallet(io.platonic.wallet.v1.CreateWalletRequest request) throws io.grpc.StatusException {
      return io.grpc.stub.ClientCalls.blockingV2UnaryCall(
          getChannel(), getCreateWalletMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Reads a wallet: its balances and its configuration.
     * </pre>
     */
    public io.platonic.wallet.v1.GetWalletResponse getWallet(io.platonic.wallet.v1.GetWalletRequest request) throws io.grpc.StatusException {
      return io.grpc.stub.ClientCalls.blockingV2UnaryCall(
          getChannel(), getGetWalletMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Reads the balance of one token in a wallet.
     * </pre>
     */
    public io.platonic.wallet.v1.GetBalanceResponse getBalance(io.platonic.wallet.v1.GetBalanceRequest request) throws io.grpc.StatusException {
      return io.grpc.stub.ClientCalls.blockingV2UnaryCall(
          getChannel(), getGetBalanceMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Reads all balances of a wallet as they were at a moment, or after an entry of the ledger, exactly. The answer names
     * the entry, so that the question can be repeated.
     * </pre>
     */
    public io.platonic.wallet.v1.GetBalancesAtResponse getBalancesAt(io.platonic.wallet.v1.GetBalancesAtRequest request) throws io.grpc.StatusException {
      return io.grpc.stub.ClientCalls.blockingV2UnaryCall(
          getChannel(), getGetBalancesAtMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Replaces the configuration of a wallet.
     * </pre>
     */
    public io.platonic.wallet.v1.ConfigureWalletResponse configureWallet(io.platonic.wallet.v1.ConfigureWalletRequest request) throws io.grpc.StatusException {
      return io.grpc.stub.ClientCalls.blockingV2UnaryCall(
          getChannel(), getConfigureWalletMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Lists the ledger entries of a wallet, newest first.
     * </pre>
     */
    public io.platonic.wallet.v1.ListLedgerEntriesResponse listLedgerEntries(io.platonic.wallet.v1.ListLedgerEntriesRequest request) throws io.grpc.StatusException {
      return io.grpc.stub.ClientCalls.blockingV2UnaryCall(
          getChannel(), getListLedgerEntriesMethod(), getCallOptions(), request);
    }
  }

  /**
   * A stub to allow clients to do limited synchronous rpc calls to service WalletService.
   * <pre>
   * Wallets, their balances and their history.
   * </pre>
   */
  public static final class WalletServiceBlockingStub
      extends io.grpc.stub.AbstractBlockingStub<WalletServiceBlockingStub> {
    private WalletServiceBlockingStub(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      super(channel, callOptions);
    }

    @java.lang.Override
    protected WalletServiceBlockingStub build(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      return new WalletServiceBlockingStub(channel, callOptions);
    }

    /**
     * <pre>
     * Creates an empty wallet for an identity.
     * </pre>
     */
    public io.platonic.wallet.v1.CreateWalletResponse createWallet(io.platonic.wallet.v1.CreateWalletRequest request) {
      return io.grpc.stub.ClientCalls.blockingUnaryCall(
          getChannel(), getCreateWalletMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Reads a wallet: its balances and its configuration.
     * </pre>
     */
    public io.platonic.wallet.v1.GetWalletResponse getWallet(io.platonic.wallet.v1.GetWalletRequest request) {
      return io.grpc.stub.ClientCalls.blockingUnaryCall(
          getChannel(), getGetWalletMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Reads the balance of one token in a wallet.
     * </pre>
     */
    public io.platonic.wallet.v1.GetBalanceResponse getBalance(io.platonic.wallet.v1.GetBalanceRequest request) {
      return io.grpc.stub.ClientCalls.blockingUnaryCall(
          getChannel(), getGetBalanceMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Reads all balances of a wallet as they were at a moment, or after an entry of the ledger, exactly. The answer names
     * the entry, so that the question can be repeated.
     * </pre>
     */
    public io.platonic.wallet.v1.GetBalancesAtResponse getBalancesAt(io.platonic.wallet.v1.GetBalancesAtRequest request) {
      return io.grpc.stub.ClientCalls.blockingUnaryCall(
          getChannel(), getGetBalancesAtMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Replaces the configuration of a wallet.
     * </pre>
     */
    public io.platonic.wallet.v1.ConfigureWalletResponse configureWallet(io.platonic.wallet.v1.ConfigureWalletRequest request) {
      return io.grpc.stub.ClientCalls.blockingUnaryCall(
          getChannel(), getConfigureWalletMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Lists the ledger entries of a wallet, newest first.
     * </pre>
     */
    public io.platonic.wallet.v1.ListLedgerEntriesResponse listLedgerEntries(io.platonic.wallet.v1.ListLedgerEntriesRequest request) {
      return io.grpc.stub.ClientCalls.blockingUnaryCall(
          getChannel(), getListLedgerEntriesMethod(), getCallOptions(), request);
    }
  }

  /**
   * A stub to allow clients to do ListenableFuture-style rpc calls to service WalletService.
   * <pre>
   * Wallets, their balances and their history.
   * </pre>
   */
  public static final class WalletServiceFutureStub
      extends io.grpc.stub.AbstractFutureStub<WalletServiceFutureStub> {
    private WalletServiceFutureStub(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      super(channel, callOptions);
    }

    @java.lang.Override
    protected WalletServiceFutureStub build(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      return new WalletServiceFutureStub(channel, callOptions);
    }

    /**
     * <pre>
     * Creates an empty wallet for an identity.
     * </pre>
     */
    public com.google.common.util.concurrent.ListenableFuture<io.platonic.wallet.v1.CreateWalletResponse> createWallet(
        io.platonic.wallet.v1.CreateWalletRequest request) {
      return io.grpc.stub.ClientCalls.futureUnaryCall(
          getChannel().newCall(getCreateWalletMethod(), getCallOptions()), request);
    }

    /**
     * <pre>
     * Reads a wallet: its balances and its configuration.
     * </pre>
     */
    public com.google.common.util.concurrent.ListenableFuture<io.platonic.wallet.v1.GetWalletResponse> getWallet(
        io.platonic.wallet.v1.GetWalletRequest request) {
      return io.grpc.stub.ClientCalls.futureUnaryCall(
          getChannel().newCall(getGetWalletMethod(), getCallOptions()), request);
    }

    /**
     * <pre>
     * Reads the balance of one token in a wallet.
     * </pre>
     */
    public com.google.common.util.concurrent.ListenableFuture<io.platonic.wallet.v1.GetBalanceResponse> getBalance(
        io.platonic.wallet.v1.GetBalanceRequest request) {
      return io.grpc.stub.ClientCalls.futureUnaryCall(
          getChannel().newCall(getGetBalanceMethod(), getCallOptions()), request);
    }

    /**
     * <pre>
     * Reads all balances of a wallet as they were at a moment, or after an entry of the ledger, exactly. The answer names
     * the entry, so that the question can be repeated.
     * </pre>
     */
    public com.google.common.util.concurrent.ListenableFuture<io.platonic.wallet.v1.GetBalancesAtResponse> getBalancesAt(
        io.platonic.wallet.v1.GetBalancesAtRequest request) {
      return io.grpc.stub.ClientCalls.futureUnaryCall(
          getChannel().newCall(getGetBalancesAtMethod(), getCallOptions()), request);
    }

    /**
     * <pre>
     * Replaces the configuration of a wallet.
     * </pre>
     */
    public com.google.common.util.concurrent.ListenableFuture<io.platonic.wallet.v1.ConfigureWalletResponse> configureWallet(
        io.platonic.wallet.v1.ConfigureWalletRequest request) {
      return io.grpc.stub.ClientCalls.futureUnaryCall(
          getChannel().newCall(getConfigureWalletMethod(), getCallOptions()), request);
    }

    /**
     * <pre>
     * Lists the ledger entries of a wallet, newest first.
     * </pre>
     */
    public com.google.common.util.concurrent.ListenableFuture<io.platonic.wallet.v1.ListLedgerEntriesResponse> listLedgerEntries(
        io.platonic.wallet.v1.ListLedgerEntriesRequest request) {
      return io.grpc.stub.ClientCalls.futureUnaryCall(
          getChannel().newCall(getListLedgerEntriesMethod(), getCallOptions()), request);
    }
  }

  private static final int METHODID_CREATE_WALLET = 0;
  private static final int METHODID_GET_WALLET = 1;
  private static final int METHODID_GET_BALANCE = 2;
  private static final int METHODID_GET_BALANCES_AT = 3;
  private static final int METHODID_CONFIGURE_WALLET = 4;
  private static final int METHODID_LIST_LEDGER_ENTRIES = 5;

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
        case METHODID_CREATE_WALLET:
          serviceImpl.createWallet((io.platonic.wallet.v1.CreateWalletRequest) request,
              (io.grpc.stub.StreamObserver<io.platonic.wallet.v1.CreateWalletResponse>) responseObserver);
          break;
        case METHODID_GET_WALLET:
          serviceImpl.getWallet((io.platonic.wallet.v1.GetWalletRequest) request,
              (io.grpc.stub.StreamObserver<io.platonic.wallet.v1.GetWalletResponse>) responseObserver);
          break;
        case METHODID_GET_BALANCE:
          serviceImpl.getBalance((io.platonic.wallet.v1.GetBalanceRequest) request,
              (io.grpc.stub.StreamObserver<io.platonic.wallet.v1.GetBalanceResponse>) responseObserver);
          break;
        case METHODID_GET_BALANCES_AT:
          serviceImpl.getBalancesAt((io.platonic.wallet.v1.GetBalancesAtRequest) request,
              (io.grpc.stub.StreamObserver<io.platonic.wallet.v1.GetBalancesAtResponse>) responseObserver);
          break;
        case METHODID_CONFIGURE_WALLET:
          serviceImpl.configureWallet((io.platonic.wallet.v1.ConfigureWalletRequest) request,
              (io.grpc.stub.StreamObserver<io.platonic.wallet.v1.ConfigureWalletResponse>) responseObserver);
          break;
        case METHODID_LIST_LEDGER_ENTRIES:
          serviceImpl.listLedgerEntries((io.platonic.wallet.v1.ListLedgerEntriesRequest) request,
              (io.grpc.stub.StreamObserver<io.platonic.wallet.v1.ListLedgerEntriesResponse>) responseObserver);
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
          getCreateWalletMethod(),
          io.grpc.stub.ServerCalls.asyncUnaryCall(
            new MethodHandlers<
              io.platonic.wallet.v1.CreateWalletRequest,
              io.platonic.wallet.v1.CreateWalletResponse>(
                service, METHODID_CREATE_WALLET)))
        .addMethod(
          getGetWalletMethod(),
          io.grpc.stub.ServerCalls.asyncUnaryCall(
            new MethodHandlers<
              io.platonic.wallet.v1.GetWalletRequest,
              io.platonic.wallet.v1.GetWalletResponse>(
                service, METHODID_GET_WALLET)))
        .addMethod(
          getGetBalanceMethod(),
          io.grpc.stub.ServerCalls.asyncUnaryCall(
            new MethodHandlers<
              io.platonic.wallet.v1.GetBalanceRequest,
              io.platonic.wallet.v1.GetBalanceResponse>(
                service, METHODID_GET_BALANCE)))
        .addMethod(
          getGetBalancesAtMethod(),
          io.grpc.stub.ServerCalls.asyncUnaryCall(
            new MethodHandlers<
              io.platonic.wallet.v1.GetBalancesAtRequest,
              io.platonic.wallet.v1.GetBalancesAtResponse>(
                service, METHODID_GET_BALANCES_AT)))
        .addMethod(
          getConfigureWalletMethod(),
          io.grpc.stub.ServerCalls.asyncUnaryCall(
            new MethodHandlers<
              io.platonic.wallet.v1.ConfigureWalletRequest,
              io.platonic.wallet.v1.ConfigureWalletResponse>(
                service, METHODID_CONFIGURE_WALLET)))
        .addMethod(
          getListLedgerEntriesMethod(),
          io.grpc.stub.ServerCalls.asyncUnaryCall(
            new MethodHandlers<
              io.platonic.wallet.v1.ListLedgerEntriesRequest,
              io.platonic.wallet.v1.ListLedgerEntriesResponse>(
                service, METHODID_LIST_LEDGER_ENTRIES)))
        .build();
  }

  private static abstract class WalletServiceBaseDescriptorSupplier
      implements io.grpc.protobuf.ProtoFileDescriptorSupplier, io.grpc.protobuf.ProtoServiceDescriptorSupplier {
    WalletServiceBaseDescriptorSupplier() {}

    @java.lang.Override
    public com.google.protobuf.Descriptors.FileDescriptor getFileDescriptor() {
      return io.platonic.wallet.v1.WalletServiceProto.getDescriptor();
    }

    @java.lang.Override
    public com.google.protobuf.Descriptors.ServiceDescriptor getServiceDescriptor() {
      return getFileDescriptor().findServiceByName("WalletService");
    }
  }

  private static final class WalletServiceFileDescriptorSupplier
      extends WalletServiceBaseDescriptorSupplier {
    WalletServiceFileDescriptorSupplier() {}
  }

  private static final class WalletServiceMethodDescriptorSupplier
      extends WalletServiceBaseDescriptorSupplier
      implements io.grpc.protobuf.ProtoMethodDescriptorSupplier {
    private final java.lang.String methodName;

    WalletServiceMethodDescriptorSupplier(java.lang.String methodName) {
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
      synchronized (WalletServiceGrpc.class) {
        result = serviceDescriptor;
        if (result == null) {
          serviceDescriptor = result = io.grpc.ServiceDescriptor.newBuilder(SERVICE_NAME)
              .setSchemaDescriptor(new WalletServiceFileDescriptorSupplier())
              .addMethod(getCreateWalletMethod())
              .addMethod(getGetWalletMethod())
              .addMethod(getGetBalanceMethod())
              .addMethod(getGetBalancesAtMethod())
              .addMethod(getConfigureWalletMethod())
              .addMethod(getListLedgerEntriesMethod())
              .build();
        }
      }
    }
    return result;
  }
}
