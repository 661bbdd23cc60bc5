package io.platonic.wallet.v1;

import static io.grpc.MethodDescriptor.generateFullMethodName;

/**
 * <pre>
 * Transactions between identities. A rejected transaction is a successful call with `success` false.
 * </pre>
 */
@io.grpc.stub.annotations.GrpcGenerated
public final class TransactionServiceGrpc {

  private TransactionServiceGrpc() {}

  public static final java.lang.String SERVICE_NAME = "wallet.v1.TransactionService";

  // Static method descriptors that strictly reflect the proto.
  private static volatile io.grpc.MethodDescriptor<io.platonic.wallet.v1.CreateTransactionRequest,
      io.platonic.wallet.v1.CreateTransactionResponse> getCreateTransactionMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "CreateTransaction",
      requestType = io.platonic.wallet.v1.CreateTransactionRequest.class,
      responseType = io.platonic.wallet.v1.CreateTransactionResponse.class,
      methodType = io.grpc.MethodDescriptor.MethodType.UNARY)
  public static io.grpc.MethodDescriptor<io.platonic.wallet.v1.CreateTransactionRequest,
      io.platonic.wallet.v1.CreateTransactionResponse> getCreateTransactionMethod() {
    io.grpc.MethodDescriptor<io.platonic.wallet.v1.CreateTransactionRequest, io.platonic.wallet.v1.CreateTransactionResponse> getCreateTransactionMethod;
    if ((getCreateTransactionMethod = TransactionServiceGrpc.getCreateTransactionMethod) == null) {
      synchronized (TransactionServiceGrpc.class) {
        if ((getCreateTransactionMethod = TransactionServiceGrpc.getCreateTransactionMethod) == null) {
          TransactionServiceGrpc.getCreateTransactionMethod = getCreateTransactionMethod =
              io.grpc.MethodDescriptor.<io.platonic.wallet.v1.CreateTransactionRequest, io.platonic.wallet.v1.CreateTransactionResponse>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.UNARY)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "CreateTransaction"))
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.platonic.wallet.v1.CreateTransactionRequest.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.platonic.wallet.v1.CreateTransactionResponse.getDefaultInstance()))
              .setSchemaDescriptor(new TransactionServiceMethodDescriptorSupplier("CreateTransaction"))
              .build();
        }
      }
    }
    return getCreateTransactionMethod;
  }

  private static volatile io.grpc.MethodDescriptor<io.platonic.wallet.v1.ExecuteTransactionRequest,
      io.platonic.wallet.v1.ExecuteTransactionResponse> getExecuteTransactionMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "ExecuteTransaction",
      requestType = io.platonic.wallet.v1.ExecuteTransactionRequest.class,
      responseType = io.platonic.wallet.v1.ExecuteTransactionResponse.class,
      methodType = io.grpc.MethodDescriptor.MethodType.UNARY)
  public static io.grpc.MethodDescriptor<io.platonic.wallet.v1.ExecuteTransactionRequest,
      io.platonic.wallet.v1.ExecuteTransactionResponse> getExecuteTransactionMethod() {
    io.grpc.MethodDescriptor<io.platonic.wallet.v1.ExecuteTransactionRequest, io.platonic.wallet.v1.ExecuteTransactionResponse> getExecuteTransactionMethod;
    if ((getExecuteTransactionMethod = TransactionServiceGrpc.getExecuteTransactionMethod) == null) {
      synchronized (TransactionServiceGrpc.class) {
        if ((getExecuteTransactionMethod = TransactionServiceGrpc.getExecuteTransactionMethod) == null) {
          TransactionServiceGrpc.getExecuteTransactionMethod = getExecuteTransactionMethod =
              io.grpc.MethodDescriptor.<io.platonic.wallet.v1.ExecuteTransactionRequest, io.platonic.wallet.v1.ExecuteTransactionResponse>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.UNARY)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "ExecuteTransaction"))
              .setIdempotent(true)
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.platonic.wallet.v1.ExecuteTransactionRequest.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.platonic.wallet.v1.ExecuteTransactionResponse.getDefaultInstance()))
              .setSchemaDescriptor(new TransactionServiceMethodDescriptorSupplier("ExecuteTransaction"))
              .build();
        }
      }
    }
    return getExecuteTransactionMethod;
  }

  private static volatile io.grpc.MethodDescriptor<io.platonic.wallet.v1.TransferRequest,
      io.platonic.wallet.v1.TransferResponse> getTransferMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "Transfer",
      requestType = io.platonic.wallet.v1.TransferRequest.class,
      responseType = io.platonic.wallet.v1.TransferResponse.class,
      methodType = io.grpc.MethodDescriptor.MethodType.UNARY)
  public static io.grpc.MethodDescriptor<io.platonic.wallet.v1.TransferRequest,
      io.platonic.wallet.v1.TransferResponse> getTransferMethod() {
    io.grpc.MethodDescriptor<io.platonic.wallet.v1.TransferRequest, io.platonic.wallet.v1.TransferResponse> getTransferMethod;
    if ((getTransferMethod = TransactionServiceGrpc.getTransferMethod) == null) {
      synchronized (TransactionServiceGrpc.class) {
        if ((getTransferMethod = TransactionServiceGrpc.getTransferMethod) == null) {
          TransactionServiceGrpc.getTransferMethod = getTransferMethod =
              io.grpc.MethodDescriptor.<io.platonic.wallet.v1.TransferRequest, io.platonic.wallet.v1.TransferResponse>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.UNARY)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "Transfer"))
              .setIdempotent(true)
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.platonic.wallet.v1.TransferRequest.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.platonic.wallet.v1.TransferResponse.getDefaultInstance()))
              .setSchemaDescriptor(new TransactionServiceMethodDescriptorSupplier("Transfer"))
              .build();
        }
      }
    }
    return getTransferMethod;
  }

  private static volatile io.grpc.MethodDescriptor<io.platonic.wallet.v1.TransferBatchRequest,
      io.platonic.wallet.v1.TransferBatchResponse> getTransferBatchMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "TransferBatch",
      requestType = io.platonic.wallet.v1.TransferBatchRequest.class,
      responseType = io.platonic.wallet.v1.TransferBatchResponse.class,
      methodType = io.grpc.MethodDescriptor.MethodType.UNARY)
  public static io.grpc.MethodDescriptor<io.platonic.wallet.v1.TransferBatchRequest,
      io.platonic.wallet.v1.TransferBatchResponse> getTransferBatchMethod() {
    io.grpc.MethodDescriptor<io.platonic.wallet.v1.TransferBatchRequest, io.platonic.wallet.v1.TransferBatchResponse> getTransferBatchMethod;
    if ((getTransferBatchMethod = TransactionServiceGrpc.getTransferBatchMethod) == null) {
      synchronized (TransactionServiceGrpc.class) {
        if ((getTransferBatchMethod = TransactionServiceGrpc.getTransferBatchMethod) == null) {
          TransactionServiceGrpc.getTransferBatchMethod = getTransferBatchMethod =
              io.grpc.MethodDescriptor.<io.platonic.wallet.v1.TransferBatchRequest, io.platonic.wallet.v1.TransferBatchResponse>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.UNARY)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "TransferBatch"))
              .setIdempotent(true)
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.platonic.wallet.v1.TransferBatchRequest.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.platonic.wallet.v1.TransferBatchResponse.getDefaultInstance()))
              .setSchemaDescriptor(new TransactionServiceMethodDescriptorSupplier("TransferBatch"))
              .build();
        }
      }
    }
    return getTransferBatchMethod;
  }

  private static volatile io.grpc.MethodDescriptor<io.platonic.wallet.v1.TransferLinkedRequest,
      io.platonic.wallet.v1.TransferLinkedResponse> getTransferLinkedMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "TransferLinked",
      requestType = io.platonic.wallet.v1.TransferLinkedRequest.class,
      responseType = io.platonic.wallet.v1.TransferLinkedResponse.class,
      methodType = io.grpc.MethodDescriptor.MethodType.UNARY)
  public static io.grpc.MethodDescriptor<io.platonic.wallet.v1.TransferLinkedRequest,
      io.platonic.wallet.v1.TransferLinkedResponse> getTransferLinkedMethod() {
    io.grpc.MethodDescriptor<io.platonic.wallet.v1.TransferLinkedRequest, io.platonic.wallet.v1.TransferLinkedResponse> getTransferLinkedMethod;
    if ((getTransferLinkedMethod = TransactionServiceGrpc.getTransferLinkedMethod) == null) {
      synchronized (TransactionServiceGrpc.class) {
        if ((getTransferLinkedMethod = TransactionServiceGrpc.getTransferLinkedMethod) == null) {
          TransactionServiceGrpc.getTransferLinkedMethod = getTransferLinkedMethod =
              io.grpc.MethodDescriptor.<io.platonic.wallet.v1.TransferLinkedRequest, io.platonic.wallet.v1.TransferLinkedResponse>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.UNARY)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "TransferLinked"))
              .setIdempotent(true)
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.platonic.wallet.v1.TransferLinkedRequest.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.platonic.wallet.v1.TransferLinkedResponse.getDefaultInstance()))
              .setSchemaDescriptor(new TransactionServiceMethodDescriptorSupplier("TransferLinked"))
              .build();
        }
      }
    }
    return getTransferLinkedMethod;
  }

  private static volatile io.grpc.MethodDescriptor<io.platonic.wallet.v1.GetTransactionRequest,
      io.platonic.wallet.v1.GetTransactionResponse> getGetTransactionMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "GetTransaction",
      requestType = io.platonic.wallet.v1.GetTransactionRequest.class,
      responseType = io.platonic.wallet.v1.GetTransactionResponse.class,
      methodType = io.grpc.MethodDescriptor.MethodType.UNARY)
  public static io.grpc.MethodDescriptor<io.platonic.wallet.v1.GetTransactionRequest,
      io.platonic.wallet.v1.GetTransactionResponse> getGetTransactionMethod() {
    io.grpc.MethodDescriptor<io.platonic.wallet.v1.GetTransactionRequest, io.platonic.wallet.v1.GetTransactionResponse> getGetTransactionMethod;
    if ((getGetTransactionMethod = TransactionServiceGrpc.getGetTransactionMethod) == null) {
      synchronized (TransactionServiceGrpc.class) {
        if ((getGetTransactionMethod = TransactionServiceGrpc.getGetTransactionMethod) == null) {
          TransactionServiceGrpc.getGetTransactionMethod = getGetTransactionMethod =
              io.grpc.MethodDescriptor.<io.platonic.wallet.v1.GetTransactionRequest, io.platonic.wallet.v1.GetTransactionResponse>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.UNARY)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "GetTransaction"))
              .setSafe(true)
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.platonic.wallet.v1.GetTransactionRequest.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.platonic.wallet.v1.GetTransactionResponse.getDefaultInstance()))
              .setSchemaDescriptor(new TransactionServiceMethodDescriptorSupplier("GetTransaction"))
              .build();
        }
      }
    }
    return getGetTransactionMethod;
  }

  private static volatile io.grpc.MethodDescriptor<io.platonic.wallet.v1.ResolveTransactionRequest,
      io.platonic.wallet.v1.ResolveTransactionResponse> getResolveTransactionMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "ResolveTransaction",
      requestType = io.platonic.wallet.v1.ResolveTransactionRequest.class,
      responseType = io.platonic.wallet.v1.ResolveTransactionResponse.class,
      methodType = io.grpc.MethodDescriptor.MethodType.UNARY)
  public static io.grpc.MethodDescriptor<io.platonic.wallet.v1.ResolveTransactionRequest,
      io.platonic.wallet.v1.ResolveTransactionResponse> getResolveTransactionMethod() {
    io.grpc.MethodDescriptor<io.platonic.wallet.v1.ResolveTransactionRequest, io.platonic.wallet.v1.ResolveTransactionResponse> getResolveTransactionMethod;
    if ((getResolveTransactionMethod = TransactionServiceGrpc.getResolveTransactionMethod) == null) {
      synchronized (TransactionServiceGrpc.class) {
        if ((getResolveTransactionMethod = TransactionServiceGrpc.getResolveTransactionMethod) == null) {
          TransactionServiceGrpc.getResolveTransactionMethod = getResolveTransactionMethod =
              io.grpc.MethodDescriptor.<io.platonic.wallet.v1.ResolveTransactionRequest, io.platonic.wallet.v1.ResolveTransactionResponse>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.UNARY)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "ResolveTransaction"))
              .setIdempotent(true)
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.platonic.wallet.v1.ResolveTransactionRequest.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.platonic.wallet.v1.ResolveTransactionResponse.getDefaultInstance()))
              .setSchemaDescriptor(new TransactionServiceMethodDescriptorSupplier("ResolveTransaction"))
              .build();
        }
      }
    }
    return getResolveTransactionMethod;
  }

  private static volatile io.grpc.MethodDescriptor<io.platonic.wallet.v1.GetReceiptRequest,
      io.platonic.wallet.v1.GetReceiptResponse> getGetReceiptMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "GetReceipt",
      requestType = io.platonic.wallet.v1.GetReceiptRequest.class,
      responseType = io.platonic.wallet.v1.GetReceiptResponse.class,
      methodType = io.grpc.MethodDescriptor.MethodType.UNARY)
  public static io.grpc.MethodDescriptor<io.platonic.wallet.v1.GetReceiptRequest,
      io.platonic.wallet.v1.GetReceiptResponse> getGetReceiptMethod() {
    io.grpc.MethodDescriptor<io.platonic.wallet.v1.GetReceiptRequest, io.platonic.wallet.v1.GetReceiptResponse> getGetReceiptMethod;
    if ((getGetReceiptMethod = TransactionServiceGrpc.getGetReceiptMethod) == null) {
      synchronized (TransactionServiceGrpc.class) {
        if ((getGetReceiptMethod = TransactionServiceGrpc.getGetReceiptMethod) == null) {
          TransactionServiceGrpc.getGetReceiptMethod = getGetReceiptMethod =
              io.grpc.MethodDescriptor.<io.platonic.wallet.v1.GetReceiptRequest, io.platonic.wallet.v1.GetReceiptResponse>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.UNARY)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "GetReceipt"))
              .setSafe(true)
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.platonic.wallet.v1.GetReceiptRequest.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.platonic.wallet.v1.GetReceiptResponse.getDefaultInstance()))
              .setSchemaDescriptor(new TransactionServiceMethodDescriptorSupplier("GetReceipt"))
              .build();
        }
      }
    }
    return getGetReceiptMethod;
  }

  /**
   * Creates a new async stub that supports all call types for the service
   */
  public static TransactionServiceStub newStub(io.grpc.Channel channel) {
    io.grpc.stub.AbstractStub.StubFactory<TransactionServiceStub> factory =
      new io.grpc.stub.AbstractStub.StubFactory<TransactionServiceStub>() {
        @java.lang.Override
        public TransactionServiceStub newStub(io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
          return new TransactionServiceStub(channel, callOptions);
        }
      };
    return TransactionServiceStub.newStub(factory, channel);
  }

  /**
   * Creates a new blocking-style stub that supports all types of calls on the service
   */
  public static TransactionServiceBlockingV2Stub newBlockingV2Stub(
      io.grpc.Channel channel) {
    io.grpc.stub.AbstractStub.StubFactory<TransactionServiceBlockingV2Stub> factory =
      new io.grpc.stub.AbstractStub.StubFactory<TransactionServiceBlockingV2Stub>() {
        @java.lang.Override
        public TransactionServiceBlockingV2Stub newStub(io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
          return new TransactionServiceBlockingV2Stub(channel, callOptions);
        }
      };
    return TransactionServiceBlockingV2Stub.newStub(factory, channel);
  }

  /**
   * Creates a new blocking-style stub that supports unary and streaming output calls on the service
   */
  public static TransactionServiceBlockingStub newBlockingStub(
      io.grpc.Channel channel) {
    io.grpc.stub.AbstractStub.StubFactory<TransactionServiceBlockingStub> factory =
      new io.grpc.stub.AbstractStub.StubFactory<TransactionServiceBlockingStub>() {
        @java.lang.Override
        public TransactionServiceBlockingStub newStub(io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
          return new TransactionServiceBlockingStub(channel, callOptions);
        }
      };
    return TransactionServiceBlockingStub.newStub(factory, channel);
  }

  /**
   * Creates a new ListenableFuture-style stub that supports unary calls on the service
   */
  public static TransactionServiceFutureStub newFutureStub(
      io.grpc.Channel channel) {
    io.grpc.stub.AbstractStub.StubFactory<TransactionServiceFutureStub> factory =
      new io.grpc.stub.AbstractStub.StubFactory<TransactionServiceFutureStub>() {
        @java.lang.Override
        public TransactionServiceFutureStub newStub(io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
          return new TransactionServiceFutureStub(channel, callOptions);
        }
      };
    return TransactionServiceFutureStub.newStub(factory, channel);
  }

  /**
   * <pre>
   * Transactions between identities. A rejected transaction is a successful call with `success` false.
   * </pre>
   */
  public interface AsyncService {

    /**
     * <pre>
     * Creates a pending transaction, to be executed later. Nothing is created, and `error_code` says why, if the wallet
     * cannot send or lacks the money, if the recipient is the sender, or if a signed order is invalid or expired, or not
     * signed by its sender.
     * </pre>
     */
    default void createTransaction(io.platonic.wallet.v1.CreateTransactionRequest request,
        io.grpc.stub.StreamObserver<io.platonic.wallet.v1.CreateTransactionResponse> responseObserver) {
      io.grpc.stub.ServerCalls.asyncUnimplementedUnaryCall(getCreateTransactionMethod(), responseObserver);
    }

    /**
     * <pre>
     * Processes a pending transaction. A repeated call returns the first outcome.
     * </pre>
     */
    default void executeTransaction(io.platonic.wallet.v1.ExecuteTransactionRequest request,
        io.grpc.stub.StreamObserver<io.platonic.wallet.v1.ExecuteTransactionResponse> responseObserver) {
      io.grpc.stub.ServerCalls.asyncUnimplementedUnaryCall(getExecuteTransactionMethod(), responseObserver);
    }

    /**
     * <pre>
     * Creates and processes a transaction that its sender has signed.
     * </pre>
     */
    default void transfer(io.platonic.wallet.v1.TransferRequest request,
        io.grpc.stub.StreamObserver<io.platonic.wallet.v1.TransferResponse> responseObserver) {
      io.grpc.stub.ServerCalls.asyncUnimplementedUnaryCall(getTransferMethod(), responseObserver);
    }

    /**
     * <pre>
     * Creates and processes up to 1,000 transactions under one signature. Each has its own outcome.
     * </pre>
     */
    default void transferBatch(io.platonic.wallet.v1.TransferBatchRequest request,
        io.grpc.stub.StreamObserver<io.platonic.wallet.v1.TransferBatchResponse> responseObserver) {
      io.grpc.stub.ServerCalls.asyncUnimplementedUnaryCall(getTransferBatchMethod(), responseObserver);
    }

    /**
     * <pre>
     * Processes 2 to 100 linked orders of one sender or several, all or none, in their sequence: a later one may spend what an
     * earlier one brought. If one fails, all fail, and nothing is moved. The same set gets the same answer whenever it is sent;
     * a set with an id that is used already is a conflict as a whole.
     * </pre>
     */
    default void transferLinked(io.platonic.wallet.v1.TransferLinkedRequest request,
        io.grpc.stub.StreamObserver<io.platonic.wallet.v1.TransferLinkedResponse> responseObserver) {
      io.grpc.stub.ServerCalls.asyncUnimplementedUnaryCall(getTransferLinkedMethod(), responseObserver);
    }

    /**
     * <pre>
     * Reads a transaction, or anything else that the ledger has recorded under an id: a capture or release of a hold, an
     * exchange, a deposit, a withdrawal, a reversal. Both parties may read it.
     * </pre>
     */
    default void getTransaction(io.platonic.wallet.v1.GetTransactionRequest request,
        io.grpc.stub.StreamObserver<io.platonic.wallet.v1.GetTransactionResponse> responseObserver) {
      io.grpc.stub.ServerCalls.asyncUnimplementedUnaryCall(getGetTransactionMethod(), responseObserver);
    }

    /**
     * <pre>
     * Returns the outcome of a transaction. With `seal` it voids a transaction that is not done, so that the outcome is
     * final; the id of somebody else's transaction is a conflict.
     * </pre>
     */
    default void resolveTransaction(io.platonic.wallet.v1.ResolveTransactionRequest request,
        io.grpc.stub.StreamObserver<io.platonic.wallet.v1.ResolveTransactionResponse> responseObserver) {
      io.grpc.stub.ServerCalls.asyncUnimplementedUnaryCall(getResolveTransactionMethod(), responseObserver);
    }

    /**
     * <pre>
     * Returns the receipt of a transaction, which proves that it is in the ledger.
     * </pre>
     */
    default void getReceipt(io.platonic.wallet.v1.GetReceiptRequest request,
        io.grpc.stub.StreamObserver<io.platonic.wallet.v1.GetReceiptResponse> responseObserver) {
      io.grpc.stub.ServerCalls.asyncUnimplementedUnaryCall(getGetReceiptMethod(), responseObserver);
    }
  }

  /**
   * Base class for the server implementation of the service TransactionService.
   * <pre>
   * Transactions between identities. A rejected transaction is a successful call with `success` false.
   * </pre>
   */
  public static abstract class TransactionServiceImplBase
      implements io.grpc.BindableService, AsyncService {

    @java.lang.Override public final io.grpc.ServerServiceDefinition bindService() {
      return TransactionServiceGrpc.bindService(this);
    }
  }

  /**
   * A stub to allow clients to do asynchronous rpc calls to service TransactionService.
   * <pre>
   * Transactions between identities. A rejected transaction is a successful call with `success` false.
   * </pre>
   */
  public static final class TransactionServiceStub
      extends io.grpc.stub.AbstractAsyncStub<TransactionServiceStub> {
    private TransactionServiceStub(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      super(channel, callOptions);
    }

    @java.lang.Override
    protected TransactionServiceStub build(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      return new TransactionServiceStub(channel, callOptions);
    }

    /**
     * <pre>
     * Creates a pending transaction, to be executed later. Nothing is created, and `error_code` says why, if the wallet
     * cannot send or lacks the money, if the recipient is the sender, or if a signed order is invalid or expired, or not
     * signed by its sender.
     * </pre>
     */
    public void createTransaction(io.platonic.wallet.v1.CreateTransactionRequest request,
        io.grpc.stub.StreamObserver<io.platonic.wallet.v1.CreateTransactionResponse> responseObserver) {
      io.grpc.stub.ClientCalls.asyncUnaryCall(
          getChannel().newCall(getCreateTransactionMethod(), getCallOptions()), request, responseObserver);
    }

    /**
     * <pre>
     * Processes a pending transaction. A repeated call returns the first outcome.
     * </pre>
     */
    public void executeTransaction(io.platonic.wallet.v1.ExecuteTransactionRequest request,
        io.grpc.stub.StreamObserver<io.platonic.wallet.v1.ExecuteTransactionResponse> responseObserver) {
      io.grpc.stub.ClientCalls.asyncUnaryCall(
          getChannel().newCall(getExecuteTransactionMethod(), getCallOptions()), request, responseObserver);
    }

    /**
     * <pre>
     * Creates and processes a transaction that its sender has signed.
     * </pre>
     */
    public void transfer(io.platonic.wallet.v1.TransferRequest request,
        io.grpc.stub.StreamObserver<io.platonic.wallet.v1.TransferResponse> responseObserver) {
      io.grpc.stub.ClientCalls.asyncUnaryCall(
          getChannel().newCall(getTransferMethod(), getCallOptions()), request, responseObserver);
    }

    /**
     * <pre>
     * Creates and processes up to 1,000 transactions under one signature. Each has its own outcome.
     * </pre>
     */
    public void transferBatch(io.platonic.wallet.v1.TransferBatchRequest request,
        io.grpc.stub.StreamObserver<io.platonic.wallet.v1.TransferBatchResponse> responseObserver) {
      io.grpc.stub.ClientCalls.asyncUnaryCall(
          getChannel().newCall(getTransferBatchMethod(), getCallOptions()), request, responseObserver);
    }

    /**
     * <pre>
     * Processes 2 to 100 linked orders of one sender or several, all or none, in their sequence: a later one may spend what an
     * earlier one brought. If one fails, all fail, and nothing is moved. The same set gets the same answer whenever it is sent;
     * a set with an id that is used already is a conflict as a whole.
     * </pre>
     */
    public void transferLinked(io.platonic.wallet.v1.TransferLinkedRequest request,
        io.grpc.stub.StreamObserver<io.platonic.wallet.v1.TransferLinkedResponse> responseObserver) {
      io.grpc.stub.ClientCalls.asyncUnaryCall(
          getChannel().newCall(getTransferLinkedMethod(), getCallOptions()), request, responseObserver);
    }

    /**
     * <pre>
     * Reads a transaction, or anything else that the ledger has recorded under an id: a capture or release of a hold, an
     * exchange, a deposit, a withdrawal, a reversal. Both parties may read it.
     * </pre>
     */
    public void getTransaction(io.platonic.wallet.v1.GetTransactionRequest request,
        io.grpc.stub.StreamObserver<io.platonic.wallet.v1.GetTransactionResponse> responseObserver) {
      io.grpc.stub.ClientCalls.asyncUnaryCall(
          getChannel().newCall(getGetTransactionMethod(), getCallOptions()), request, responseObserver);
    }

    /**
     * <pre>
     * Returns the outcome of a transaction. With `seal` it voids a transaction that is not done, so that the outcome is
     * final; the id of somebody else's transaction is a conflict.
     * </pre>
     */
    public void resolveTransaction(io.platonic.wallet.v1.ResolveTransactionRequest request,
        io.grpc.stub.StreamObserver<io.platonic.wallet.v1.ResolveTransactionResponse> responseObserver) {
      io.grpc.stub.ClientCalls.asyncUnaryCall(
          getChannel().newCall(getResolveTransactionMethod(), getCallOptions()), request, responseObserver);
    }

    /**
     * <pre>
     * Returns the receipt of a transaction, which proves that it is in the ledger.
     * </pre>
     */
    public void getReceipt(io.platonic.wallet.v1.GetReceiptRequest request,
        io.grpc.stub.StreamObserver<io.platonic.wallet.v1.GetReceiptResponse> responseObserver) {
      io.grpc.stub.ClientCalls.asyncUnaryCall(
          getChannel().newCall(getGetReceiptMethod(), getCallOptions()), request, responseObserver);
    }
  }

  /**
   * A stub to allow clients to do synchronous rpc calls to service TransactionService.
   * <pre>
   * Transactions between identities. A rejected transaction is a successful call with `success` false.
   * </pre>
   */
  public static final class TransactionServiceBlockingV2Stub
      extends io.grpc.stub.AbstractBlockingStub<TransactionServiceBlockingV2Stub> {
    private TransactionServiceBlockingV2Stub(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      super(channel, callOptions);
    }

    @java.lang.Override
    protected TransactionServiceBlockingV2Stub build(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      return new TransactionServiceBlockingV2Stub(channel, callOptions);
    }

    /**
     * <pre>
     * Creates a pending transaction, to be executed later. Nothing is created, and `error_code` says why, if the wallet
     * cannot send or lacks the money, if the recipient is the sender, or if a signed order is invalid or expired, or not
     * signed by its sender.
     * </pre>
     */
    public io.platonic.wallet.v1.CreateTransactionResponse createTransaction(io.platonic.wallet.v1.CreateTransactionRequest request) throws io.grpc.StatusException {
      return io.grpc.stub.ClientCalls.blockingV2UnaryCall(
          getChannel(), getCreateTransactionMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Processes a pending transaction. A repeated call returns the first outcome.
     * </pre>
     */
    public io.platonic.wallet.v1.ExecuteTransactionResponse executeTransaction(io.platonic.wallet.v1.ExecuteTransactionRequest request) throws io.grpc.StatusException {
      return io.grpc.stub.ClientCalls.blockingV2UnaryCall(
          getChannel(), getExecuteTransactionMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Creates and processes a transaction that its sender has signed.
     * </pre>
     */
    public io.platonic.wallet.v1.TransferResponse transfer(io.platonic.wallet.v1.TransferRequest request) throws io.grpc.StatusException {
      return io.grpc.stub.ClientCalls.blockingV2UnaryCall(
          getChannel(), getTransferMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Creates and processes up to 1,000 transactions under one signature. Each has its own outcome.
     * </pre>
     */
    public io.platonic.wallet.v1.TransferBatchResponse transferBatch(io.platonic.wallet.v1.TransferBatchRequest request) throws io.grpc.StatusException {
      return io.grpc.stub.ClientCalls.blockingV2UnaryCall(
          getChannel(), getTransferBatchMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Processes 2 to 100 linked orders of one sender or several, all or none, in their sequence: a later one may spend what an
     * earlier one brought. If one fails, all fail, and nothing is moved. The same set gets the same answer whenever it is sent;
     * a set with an id that is used already is a conflict as a whole.
     * </pre>
     */
    public io.platonic.wallet.v1.TransferLinkedResponse transferLinked(io.platonic.wallet.v1.TransferLinkedRequest request) throws io.grpc.StatusException {
      return io.grpc.stub.ClientCalls.blockingV2UnaryCall(
          getChannel(), getTransferLinkedMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Reads a transaction, or anything else that the ledger has recorded under an id: a capture or release of a hold, an
     * exchange, a deposit, a withdrawal, a reversal. Both parties may read it.
     * </pre>
     */
    public io.platonic.wallet.v1.GetTransactionResponse getTransaction(io.platonic.wallet.v1.GetTransactionRequest request) throws io.grpc.StatusException {
      return io.grpc.stub.ClientCalls.blockingV2UnaryCall(
          getChannel(), getGetTransactionMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Returns the outcome of a transaction. With `seal` it voids a transaction that is not done, so that the outcome is
     * final; the id of somebody else's transaction is a conflict.
     * </pre>
     */
    public io.platonic.wallet.v1.ResolveTransactionResponse resolveTransaction(io.platonic.wallet.v1.ResolveTransactionRequest request) throws io.grpc.StatusException {
      return io.grpc.stub.ClientCalls.blockingV2UnaryCall(
          getChannel(), getResolveTransactionMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Returns the receipt of a transaction, which proves that it is in the ledger.
     * </pre>
     */
    public io.platonic.wallet.v1.GetReceiptResponse getReceipt(io.platonic.wallet.v1.GetReceiptRequest request) throws io.grpc.StatusException {
      return io.grpc.stub.ClientCalls.blockingV2UnaryCall(
          getChannel(), getGetReceiptMethod(), getCallOptions(), request);
    }
  }

  /**
   * A stub to allow clients to do limited synchronous rpc calls to service TransactionService.
   * <pre>
   * Transactions between identities. A rejected transaction is a successful call with `success` false.
   * </pre>
   */
  public static final class TransactionServiceBlockingStub
      extends io.grpc.stub.AbstractBlockingStub<TransactionServiceBlockingStub> {
    private TransactionServiceBlockingStub(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      super(channel, callOptions);
    }

    @java.lang.Override
    protected TransactionServiceBlockingStub build(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      return new TransactionServiceBlockingStub(channel, callOptions);
    }

    /**
     * <pre>
     * Creates a pending transaction, to be executed later. Nothing is created, and `error_code` says why, if the wallet
     * cannot send or lacks the money, if the recipient is the sender, or if a signed order is invalid or expired, or not
     * signed by its sender.
     * </pre>
     */
    public io.platonic.wallet.v1.CreateTransactionResponse createTransaction(io.platonic.wallet.v1.CreateTransactionRequest request) {
      return io.grpc.stub.ClientCalls.blockingUnaryCall(
          getChannel(), getCreateTransactionMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Processes a pending transaction. A repeated call returns the first outcome.
     * </pre>
     */
    public io.platonic.wallet.v1.ExecuteTransactionResponse executeTransaction(io.platonic.wallet.v1.ExecuteTransactionRequest request) {
      return io.grpc.stub.ClientCalls.blockingUnaryCall(
          getChannel(), getExecuteTransactionMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Creates and processes a transaction that its sender has signed.
     * </pre>
     */
    public io.platonic.wallet.v1.TransferResponse transfer(io.platonic.wallet.v1.TransferRequest request) {
      return io.grpc.stub.ClientCalls.blockingUnaryCall(
          getChannel(), getTransferMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Creates and processes up to 1,000 transactions under one signature. Each has its own outcome.
     * </pre>
     */
    public io.platonic.wallet.v1.TransferBatchResponse transferBatch(io.platonic.wallet.v1.TransferBatchRequest request) {
      return io.grpc.stub.ClientCalls.blockingUnaryCall(
          getChannel(), getTransferBatchMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Processes 2 to 100 linked orders of one sender or several, all or none, in their sequence: a later one may spend what an
     * earlier one brought. If one fails, all fail, and nothing is moved. The same set gets the same answer whenever it is sent;
     * a set with an id that is used already is a conflict as a whole.
     * </pre>
     */
    public io.platonic.wallet.v1.TransferLinkedResponse transferLinked(io.platonic.wallet.v1.TransferLinkedRequest request) {
      return io.grpc.stub.ClientCalls.blockingUnaryCall(
          getChannel(), getTransferLinkedMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Reads a transaction, or anything else that the ledger has recorded under an id: a capture or release of a hold, an
     * exchange, a deposit, a withdrawal, a reversal. Both parties may read it.
     * </pre>
     */
    public io.platonic.wallet.v1.GetTransactionResponse getTransaction(io.platonic.wallet.v1.GetTransactionRequest request) {
      return io.grpc.stub.ClientCalls.blockingUnaryCall(
          getChannel(), getGetTransactionMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Returns the outcome of a transaction. With `seal` it voids a transaction that is not done, so that the outcome is
     * final; the id of somebody else's transaction is a conflict.
     * </pre>
     */
    public io.platonic.wallet.v1.ResolveTransactionResponse resolveTransaction(io.platonic.wallet.v1.ResolveTransactionRequest request) {
      return io.grpc.stub.ClientCalls.blockingUnaryCall(
          getChannel(), getResolveTransactionMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Returns the receipt of a transaction, which proves that it is in the ledger.
     * </pre>
     */
    public io.platonic.wallet.v1.GetReceiptResponse getReceipt(io.platonic.wallet.v1.GetReceiptRequest request) {
      return io.grpc.stub.ClientCalls.blockingUnaryCall(
          getChannel(), getGetReceiptMethod(), getCallOptions(), request);
    }
  }

  /**
   * A stub to allow clients to do ListenableFuture-style rpc calls to service TransactionService.
   * <pre>
   * Transactions between identities. A rejected transaction is a successful call with `success` false.
   * </pre>
   */
  public static final class TransactionServiceFutureStub
      extends io.grpc.stub.AbstractFutureStub<TransactionServiceFutureStub> {
    private TransactionServiceFutureStub(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      super(channel, callOptions);
    }

    @java.lang.Override
    protected TransactionServiceFutureStub build(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      return new TransactionServiceFutureStub(channel, callOptions);
    }

    /**
     * <pre>
     * Creates a pending transaction, to be executed later. Nothing is created, and `error_code` says why, if the wallet
     * cannot send or lacks the money, if the recipient is the sender, or if a signed order is invalid or expired, or not
     * signed by its sender.
     * </pre>
     */
    public com.google.common.util.concurrent.ListenableFuture<io.platonic.wallet.v1.CreateTransactionResponse> createTransaction(
        io.platonic.wallet.v1.CreateTransactionRequest request) {
      return io.grpc.stub.ClientCalls.futureUnaryCall(
          getChannel().newCall(getCreateTransactionMethod(), getCallOptions()), request);
    }

    /**
     * <pre>
     * Processes a pending transaction. A repeated call returns the first outcome.
     * </pre>
     */
    public com.google.common.util.concurrent.ListenableFuture<io.platonic.wallet.v1.ExecuteTransactionResponse> executeTransaction(
        io.platonic.wallet.v1.ExecuteTransactionRequest request) {
      return io.grpc.stub.ClientCalls.futureUnaryCall(
          getChannel().newCall(getExecuteTransactionMethod(), getCallOptions()), request);
    }

    /**
     * <pre>
     * Creates and processes a transaction that its sender has signed.
     * </pre>
     */
    public com.google.common.util.concurrent.ListenableFuture<io.platonic.wallet.v1.TransferResponse> transfer(
        io.platonic.wallet.v1.TransferRequest request) {
      return io.grpc.stub.ClientCalls.futureUnaryCall(
          getChannel().newCall(getTransferMethod(), getCallOptions()), request);
    }

    /**
     * <pre>
     * Creates and processes up to 1,000 transactions under one signature. Each has its own outcome.
     * </pre>
     */
    public com.google.common.util.concurrent.ListenableFuture<io.platonic.wallet.v1.TransferBatchResponse> transferBatch(
        io.platonic.wallet.v1.TransferBatchRequest request) {
      return io.grpc.stub.ClientCalls.futureUnaryCall(
          getChannel().newCall(getTransferBatchMethod(), getCallOptions()), request);
    }

    /**
     * <pre>
     * Processes 2 to 100 linked orders of one sender or several, all or none, in their sequence: a later one may spend what an
     * earlier one brought. If one fails, all fail, and nothing is moved. The same set gets the same answer whenever it is sent;
     * a set with an id that is used already is a conflict as a whole.
     * </pre>
     */
    public com.google.common.util.concurrent.ListenableFuture<io.platonic.wallet.v1.TransferLinkedResponse> transferLinked(
        io.platonic.wallet.v1.TransferLinkedRequest request) {
      return io.grpc.stub.ClientCalls.futureUnaryCall(
          getChannel().newCall(getTransferLinkedMethod(), getCallOptions()), request);
    }

    /**
     * <pre>
     * Reads a transaction, or anything else that the ledger has recorded under an id: a capture or release of a hold, an
     * exchange, a deposit, a withdrawal, a reversal. Both parties may read it.
     * </pre>
     */
    public com.google.common.util.concurrent.ListenableFuture<io.platonic.wallet.v1.GetTransactionResponse> getTransaction(
        io.platonic.wallet.v1.GetTransactionRequest request) {
      return io.grpc.stub.ClientCalls.futureUnaryCall(
          getChannel().newCall(getGetTransactionMethod(), getCallOptions()), request);
    }

    /**
     * <pre>
     * Returns the outcome of a transaction. With `seal` it voids a transaction that is not done, so that the outcome is
     * final; the id of somebody else's transaction is a conflict.
     * </pre>
     */
    public com.google.common.util.concurrent.ListenableFuture<io.platonic.wallet.v1.ResolveTransactionResponse> resolveTransaction(
        io.platonic.wallet.v1.ResolveTransactionRequest request) {
      return io.grpc.stub.ClientCalls.futureUnaryCall(
          getChannel().newCall(getResolveTransactionMethod(), getCallOptions()), request);
    }

    /**
     * <pre>
     * Returns the receipt of a transaction, which proves that it is in the ledger.
     * </pre>
     */
    public com.google.common.util.concurrent.ListenableFuture<io.platonic.wallet.v1.GetReceiptResponse> getReceipt(
        io.platonic.wallet.v1.GetReceiptRequest request) {
      return io.grpc.stub.ClientCalls.futureUnaryCall(
          getChannel().newCall(getGetReceiptMethod(), getCallOptions()), request);
    }
  }

  private static final int METHODID_CREATE_TRANSACTION = 0;
  private static final int METHODID_EXECUTE_TRANSACTION = 1;
  private static final int METHODID_TRANSFER = 2;
  private static final int METHODID_TRANSFER_BATCH = 3;
  private static final int METHODID_TRANSFER_LINKED = 4;
  private static final int METHODID_GET_TRANSACTION = 5;
  private static final int METHODID_RESOLVE_TRANSACTION = 6;
  private static final int METHODID_GET_RECEIPT = 7;

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
        case METHODID_CREATE_TRANSACTION:
          serviceImpl.createTransaction((io.platonic.wallet.v1.CreateTransactionRequest) request,
              (io.grpc.stub.StreamObserver<io.platonic.wallet.v1.CreateTransactionResponse>) responseObserver);
          break;
        case METHODID_EXECUTE_TRANSACTION:
          serviceImpl.executeTransaction((io.platonic.wallet.v1.ExecuteTransactionRequest) request,
              (io.grpc.stub.StreamObserver<io.platonic.wallet.v1.ExecuteTransactionResponse>) responseObserver);
          break;
        case METHODID_TRANSFER:
          serviceImpl.transfer((io.platonic.wallet.v1.TransferRequest) request,
              (io.grpc.stub.StreamObserver<io.platonic.wallet.v1.TransferResponse>) responseObserver);
          break;
        case METHODID_TRANSFER_BATCH:
          serviceImpl.transferBatch((io.platonic.wallet.v1.TransferBatchRequest) request,
              (io.grpc.stub.StreamObserver<io.platonic.wallet.v1.TransferBatchResponse>) responseObserver);
          break;
        case METHODID_TRANSFER_LINKED:
          serviceImpl.transferLinked((io.platonic.wallet.v1.TransferLinkedRequest) request,
              (io.grpc.stub.StreamObserver<io.platonic.wallet.v1.TransferLinkedResponse>) responseObserver);
          break;
        case METHODID_GET_TRANSACTION:
          serviceImpl.getTransaction((io.platonic.wallet.v1.GetTransactionRequest) request,
              (io.grpc.stub.StreamObserver<io.platonic.wallet.v1.GetTransactionResponse>) responseObserver);
          break;
        case METHODID_RESOLVE_TRANSACTION:
          serviceImpl.resolveTransaction((io.platonic.wallet.v1.ResolveTransactionRequest) request,
              (io.grpc.stub.StreamObserver<io.platonic.wallet.v1.ResolveTransactionResponse>) responseObserver);
          break;
        case METHODID_GET_RECEIPT:
          serviceImpl.getReceipt((io.platonic.wallet.v1.GetReceiptRequest) request,
              (io.grpc.stub.StreamObserver<io.platonic.wallet.v1.GetReceiptResponse>) responseObserver);
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
          getCreateTransactionMethod(),
          io.grpc.stub.ServerCalls.asyncUnaryCall(
            new MethodHandlers<
              io.platonic.wallet.v1.CreateTransactionRequest,
              io.platonic.wallet.v1.CreateTransactionResponse>(
                service, METHODID_CREATE_TRANSACTION)))
        .addMethod(
          getExecuteTransactionMethod(),
          io.grpc.stub.ServerCalls.asyncUnaryCall(
            new MethodHandlers<
              io.platonic.wallet.v1.ExecuteTransactionRequest,
              io.platonic.wallet.v1.ExecuteTransactionResponse>(
                service, METHODID_EXECUTE_TRANSACTION)))
        .addMethod(
          getTransferMethod(),
          io.grpc.stub.ServerCalls.asyncUnaryCall(
            new MethodHandlers<
              io.platonic.wallet.v1.TransferRequest,
              io.platonic.wallet.v1.TransferResponse>(
                service, METHODID_TRANSFER)))
        .addMethod(
          getTransferBatchMethod(),
          io.grpc.stub.ServerCalls.asyncUnaryCall(
            new MethodHandlers<
              io.platonic.wallet.v1.TransferBatchRequest,
              io.platonic.wallet.v1.TransferBatchResponse>(
                service, METHODID_TRANSFER_BATCH)))
        .addMethod(
          getTransferLinkedMethod(),
          io.grpc.stub.ServerCalls.asyncUnaryCall(
            new MethodHandlers<
              io.platonic.wallet.v1.TransferLinkedRequest,
              io.platonic.wallet.v1.TransferLinkedResponse>(
                service, METHODID_TRANSFER_LINKED)))
        .addMethod(
          getGetTransactionMethod(),
          io.grpc.stub.ServerCalls.asyncUnaryCall(
            new MethodHandlers<
              io.platonic.wallet.v1.GetTransactionRequest,
              io.platonic.wallet.v1.GetTransactionResponse>(
                service, METHODID_GET_TRANSACTION)))
        .addMethod(
          getResolveTransactionMethod(),
          io.grpc.stub.ServerCalls.asyncUnaryCall(
            new MethodHandlers<
              io.platonic.wallet.v1.ResolveTransactionRequest,
              io.platonic.wallet.v1.ResolveTransactionResponse>(
                service, METHODID_RESOLVE_TRANSACTION)))
        .addMethod(
          getGetReceiptMethod(),
          io.grpc.stub.ServerCalls.asyncUnaryCall(
            new MethodHandlers<
              io.platonic.wallet.v1.GetReceiptRequest,
              io.platonic.wallet.v1.GetReceiptResponse>(
                service, METHODID_GET_RECEIPT)))
        .build();
  }

  private static abstract class TransactionServiceBaseDescriptorSupplier
      implements io.grpc.protobuf.ProtoFileDescriptorSupplier, io.grpc.protobuf.ProtoServiceDescriptorSupplier {
    TransactionServiceBaseDescriptorSupplier() {}

    @java.lang.Override
    public com.google.protobuf.Descriptors.FileDescriptor getFileDescriptor() {
      return io.platonic.wallet.v1.TransactionServiceProto.getDescriptor();
    }

    @java.lang.Override
    public com.google.protobuf.Descriptors.ServiceDescriptor getServiceDescriptor() {
      return getFileDescriptor().findServiceByName("TransactionService");
    }
  }

  private static final class TransactionServiceFileDescriptorSupplier
      extends TransactionServiceBaseDescriptorSupplier {
    TransactionServiceFileDescriptorSupplier() {}
  }

  private static final class TransactionServiceMethodDescriptorSupplier
      extends TransactionServiceBaseDescriptorSupplier
      implements io.grpc.protobuf.ProtoMethodDescriptorSupplier {
    private final java.lang.String methodName;

    TransactionServiceMethodDescriptorSupplier(java.lang.String methodName) {
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
      synchronized (TransactionServiceGrpc.class) {
        result = serviceDescriptor;
        if (result == null) {
          serviceDescriptor = result = io.grpc.ServiceDescriptor.newBuilder(SERVICE_NAME)
              .setSchemaDescriptor(new TransactionServiceFileDescriptorSupplier())
              .addMethod(getCreateTransactionMethod())
              .addMethod(getExecuteTransactionMethod())
              .addMethod(getTransferMethod())
              .addMethod(getTransferBatchMethod())
              .addMethod(getTransferLinkedMethod())
              .addMethod(getGetTransactionMethod())
              .addMethod(getResolveTransactionMethod())
              .addMethod(getGetReceiptMethod())
              .build();
        }
      }
    }
    return result;
  }
}
