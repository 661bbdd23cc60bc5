package io.platonic.admin.v1;

import static io.grpc.MethodDescriptor.generateFullMethodName;

/**
 * <pre>
 * Deposits, withdrawals, frozen wallets, rates, and checks of the ledger.
 * </pre>
 */
@io.grpc.stub.annotations.GrpcGenerated
public final class LedgerServiceGrpc {

  private LedgerServiceGrpc() {}

  public static final java.lang.String SERVICE_NAME = "admin.v1.LedgerService";

  // Static method descriptors that strictly reflect the proto.
  private static volatile io.grpc.MethodDescriptor<io.platonic.admin.v1.DepositRequest,
      io.platonic.admin.v1.DepositResponse> getDepositMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "Deposit",
      requestType = io.platonic.admin.v1.DepositRequest.class,
      responseType = io.platonic.admin.v1.DepositResponse.class,
      methodType = io.grpc.MethodDescriptor.MethodType.UNARY)
  public static io.grpc.MethodDescriptor<io.platonic.admin.v1.DepositRequest,
      io.platonic.admin.v1.DepositResponse> getDepositMethod() {
    io.grpc.MethodDescriptor<io.platonic.admin.v1.DepositRequest, io.platonic.admin.v1.DepositResponse> getDepositMethod;
    if ((getDepositMethod = LedgerServiceGrpc.getDepositMethod) == null) {
      synchronized (LedgerServiceGrpc.class) {
        if ((getDepositMethod = LedgerServiceGrpc.getDepositMethod) == null) {
          LedgerServiceGrpc.getDepositMethod = getDepositMethod =
              io.grpc.MethodDescriptor.<io.platonic.admin.v1.DepositRequest, io.platonic.admin.v1.DepositResponse>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.UNARY)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "Deposit"))
              .setIdempotent(true)
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.platonic.admin.v1.DepositRequest.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.platonic.admin.v1.DepositResponse.getDefaultInstance()))
              .setSchemaDescriptor(new LedgerServiceMethodDescriptorSupplier("Deposit"))
              .build();
        }
      }
    }
    return getDepositMethod;
  }

  private static volatile io.grpc.MethodDescriptor<io.platonic.admin.v1.WithdrawRequest,
      io.platonic.admin.v1.WithdrawResponse> getWithdrawMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "Withdraw",
      requestType = io.platonic.admin.v1.WithdrawRequest.class,
      responseType = io.platonic.admin.v1.WithdrawResponse.class,
      methodType = io.grpc.MethodDescriptor.MethodType.UNARY)
  public static io.grpc.MethodDescriptor<io.platonic.admin.v1.WithdrawRequest,
      io.platonic.admin.v1.WithdrawResponse> getWithdrawMethod() {
    io.grpc.MethodDescriptor<io.platonic.admin.v1.WithdrawRequest, io.platonic.admin.v1.WithdrawResponse> getWithdrawMethod;
    if ((getWithdrawMethod = LedgerServiceGrpc.getWithdrawMethod) == null) {
      synchronized (LedgerServiceGrpc.class) {
        if ((getWithdrawMethod = LedgerServiceGrpc.getWithdrawMethod) == null) {
          LedgerServiceGrpc.getWithdrawMethod = getWithdrawMethod =
              io.grpc.MethodDescriptor.<io.platonic.admin.v1.WithdrawRequest, io.platonic.admin.v1.WithdrawResponse>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.UNARY)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "Withdraw"))
              .setIdempotent(true)
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.platonic.admin.v1.WithdrawRequest.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.platonic.admin.v1.WithdrawResponse.getDefaultInstance()))
              .setSchemaDescriptor(new LedgerServiceMethodDescriptorSupplier("Withdraw"))
              .build();
        }
      }
    }
    return getWithdrawMethod;
  }

  private static volatile io.grpc.MethodDescriptor<io.platonic.admin.v1.ReleaseHoldRequest,
      io.platonic.admin.v1.ReleaseHoldResponse> getReleaseHoldMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "ReleaseHold",
      requestType = io.platonic.admin.v1.ReleaseHoldRequest.class,
      responseType = io.platonic.admin.v1.ReleaseHoldResponse.class,
      methodType = io.grpc.MethodDescriptor.MethodType.UNARY)
  public static io.grpc.MethodDescriptor<io.platonic.admin.v1.ReleaseHoldRequest,
      io.platonic.admin.v1.ReleaseHoldResponse> getReleaseHoldMethod() {
    io.grpc.MethodDescriptor<io.platonic.admin.v1.ReleaseHoldRequest, io.platonic.admin.v1.ReleaseHoldResponse> getReleaseHoldMethod;
    if ((getReleaseHoldMethod = LedgerServiceGrpc.getReleaseHoldMethod) == null) {
      synchronized (LedgerServiceGrpc.class) {
        if ((getReleaseHoldMethod = LedgerServiceGrpc.getReleaseHoldMethod) == null) {
          LedgerServiceGrpc.getReleaseHoldMethod = getReleaseHoldMethod =
              io.grpc.MethodDescriptor.<io.platonic.admin.v1.ReleaseHoldRequest, io.platonic.admin.v1.ReleaseHoldResponse>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.UNARY)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "ReleaseHold"))
              .setIdempotent(true)
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.platonic.admin.v1.ReleaseHoldRequest.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.platonic.admin.v1.ReleaseHoldResponse.getDefaultInstance()))
              .setSchemaDescriptor(new LedgerServiceMethodDescriptorSupplier("ReleaseHold"))
              .build();
        }
      }
    }
    return getReleaseHoldMethod;
  }

  private static volatile io.grpc.MethodDescriptor<io.platonic.admin.v1.ReverseTransactionRequest,
      io.platonic.admin.v1.ReverseTransactionResponse> getReverseTransactionMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "ReverseTransaction",
      requestType = io.platonic.admin.v1.ReverseTransactionRequest.class,
      responseType = io.platonic.admin.v1.ReverseTransactionResponse.class,
      methodType = io.grpc.MethodDescriptor.MethodType.UNARY)
  public static io.grpc.MethodDescriptor<io.platonic.admin.v1.ReverseTransactionRequest,
      io.platonic.admin.v1.ReverseTransactionResponse> getReverseTransactionMethod() {
    io.grpc.MethodDescriptor<io.platonic.admin.v1.ReverseTransactionRequest, io.platonic.admin.v1.ReverseTransactionResponse> getReverseTransactionMethod;
    if ((getReverseTransactionMethod = LedgerServiceGrpc.getReverseTransactionMethod) == null) {
      synchronized (LedgerServiceGrpc.class) {
        if ((getReverseTransactionMethod = LedgerServiceGrpc.getReverseTransactionMethod) == null) {
          LedgerServiceGrpc.getReverseTransactionMethod = getReverseTransactionMethod =
              io.grpc.MethodDescriptor.<io.platonic.admin.v1.ReverseTransactionRequest, io.platonic.admin.v1.ReverseTransactionResponse>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.UNARY)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "ReverseTransaction"))
              .setIdempotent(true)
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.platonic.admin.v1.ReverseTransactionRequest.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.platonic.admin.v1.ReverseTransactionResponse.getDefaultInstance()))
              .setSchemaDescriptor(new LedgerServiceMethodDescriptorSupplier("ReverseTransaction"))
              .build();
        }
      }
    }
    return getReverseTransactionMethod;
  }

  private static volatile io.grpc.MethodDescriptor<io.platonic.admin.v1.FreezeWalletRequest,
      io.platonic.admin.v1.FreezeWalletResponse> getFreezeWalletMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "FreezeWallet",
      requestType = io.platonic.admin.v1.FreezeWalletRequest.class,
      responseType = io.platonic.admin.v1.FreezeWalletResponse.class,
      methodType = io.grpc.MethodDescriptor.MethodType.UNARY)
  public static io.grpc.MethodDescriptor<io.platonic.admin.v1.FreezeWalletRequest,
      io.platonic.admin.v1.FreezeWalletResponse> getFreezeWalletMethod() {
    io.grpc.MethodDescriptor<io.platonic.admin.v1.FreezeWalletRequest, io.platonic.admin.v1.FreezeWalletResponse> getFreezeWalletMethod;
    if ((getFreezeWalletMethod = LedgerServiceGrpc.getFreezeWalletMethod) == null) {
      synchronized (LedgerServiceGrpc.class) {
        if ((getFreezeWalletMethod = LedgerServiceGrpc.getFreezeWalletMethod) == null) {
          LedgerServiceGrpc.getFreezeWalletMethod = getFreezeWalletMethod =
              io.grpc.MethodDescriptor.<io.platonic.admin.v1.FreezeWalletRequest, io.platonic.admin.v1.FreezeWalletResponse>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.UNARY)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "FreezeWallet"))
              .setIdempotent(true)
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.platonic.admin.v1.FreezeWalletRequest.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.platonic.admin.v1.FreezeWalletResponse.getDefaultInstance()))
              .setSchemaDescriptor(new LedgerServiceMethodDescriptorSupplier("FreezeWallet"))
              .build();
        }
      }
    }
    return getFreezeWalletMethod;
  }

  private static volatile io.grpc.MethodDescriptor<io.platonic.admin.v1.SetRateRequest,
      io.platonic.admin.v1.SetRateResponse> getSetRateMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "SetRate",
      requestType = io.platonic.admin.v1.SetRateRequest.class,
      responseType = io.platonic.admin.v1.SetRateResponse.class,
      methodType = io.grpc.MethodDescriptor.MethodType.UNARY)
  public static io.grpc.MethodDescriptor<io.platonic.admin.v1.SetRateRequest,
      io.platonic.admin.v1.SetRateResponse> getSetRateMethod() {
    io.grpc.MethodDescriptor<io.platonic.admin.v1.SetRateRequest, io.platonic.admin.v1.SetRateResponse> getSetRateMethod;
    if ((getSetRateMethod = LedgerServiceGrpc.getSetRateMethod) == null) {
      synchronized (LedgerServiceGrpc.class) {
        if ((getSetRateMethod = LedgerServiceGrpc.getSetRateMethod) == null) {
          LedgerServiceGrpc.getSetRateMethod = getSetRateMethod =
              io.grpc.MethodDescriptor.<io.platonic.admin.v1.SetRateRequest, io.platonic.admin.v1.SetRateResponse>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.UNARY)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "SetRate"))
              .setIdempotent(true)
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.platonic.admin.v1.SetRateRequest.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.platonic.admin.v1.SetRateResponse.getDefaultInstance()))
              .setSchemaDescriptor(new LedgerServiceMethodDescriptorSupplier("SetRate"))
              .build();
        }
      }
    }
    return getSetRateMethod;
  }

  private static volatile io.grpc.MethodDescriptor<io.platonic.admin.v1.GetLedgerPolicyRequest,
      io.platonic.admin.v1.GetLedgerPolicyResponse> getGetLedgerPolicyMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "GetLedgerPolicy",
      requestType = io.platonic.admin.v1.GetLedgerPolicyRequest.class,
      responseType = io.platonic.admin.v1.GetLedgerPolicyResponse.class,
      methodType = io.grpc.MethodDescriptor.MethodType.UNARY)
  public static io.grpc.MethodDescriptor<io.platonic.admin.v1.GetLedgerPolicyRequest,
      io.platonic.admin.v1.GetLedgerPolicyResponse> getGetLedgerPolicyMethod() {
    io.grpc.MethodDescriptor<io.platonic.admin.v1.GetLedgerPolicyRequest, io.platonic.admin.v1.GetLedgerPolicyResponse> getGetLedgerPolicyMethod;
    if ((getGetLedgerPolicyMethod = LedgerServiceGrpc.getGetLedgerPolicyMethod) == null) {
      synchronized (LedgerServiceGrpc.class) {
        if ((getGetLedgerPolicyMethod = LedgerServiceGrpc.getGetLedgerPolicyMethod) == null) {
          LedgerServiceGrpc.getGetLedgerPolicyMethod = getGetLedgerPolicyMethod =
              io.grpc.MethodDescriptor.<io.platonic.admin.v1.GetLedgerPolicyRequest, io.platonic.admin.v1.GetLedgerPolicyResponse>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.UNARY)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "GetLedgerPolicy"))
              .setSafe(true)
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.platonic.admin.v1.GetLedgerPolicyRequest.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.platonic.admin.v1.GetLedgerPolicyResponse.getDefaultInstance()))
              .setSchemaDescriptor(new LedgerServiceMethodDescriptorSupplier("GetLedgerPolicy"))
              .build();
        }
      }
    }
    return getGetLedgerPolicyMethod;
  }

  private static volatile io.grpc.MethodDescriptor<io.platonic.admin.v1.CheckLedgerRequest,
      io.platonic.admin.v1.CheckLedgerResponse> getCheckLedgerMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "CheckLedger",
      requestType = io.platonic.admin.v1.CheckLedgerRequest.class,
      responseType = io.platonic.admin.v1.CheckLedgerResponse.class,
      methodType = io.grpc.MethodDescriptor.MethodType.UNARY)
  public static io.grpc.MethodDescriptor<io.platonic.admin.v1.CheckLedgerRequest,
      io.platonic.admin.v1.CheckLedgerResponse> getCheckLedgerMethod() {
    io.grpc.MethodDescriptor<io.platonic.admin.v1.CheckLedgerRequest, io.platonic.admin.v1.CheckLedgerResponse> getCheckLedgerMethod;
    if ((getCheckLedgerMethod = LedgerServiceGrpc.getCheckLedgerMethod) == null) {
      synchronized (LedgerServiceGrpc.class) {
        if ((getCheckLedgerMethod = LedgerServiceGrpc.getCheckLedgerMethod) == null) {
          LedgerServiceGrpc.getCheckLedgerMethod = getCheckLedgerMethod =
              io.grpc.MethodDescriptor.<io.platonic.admin.v1.CheckLedgerRequest, io.platonic.admin.v1.CheckLedgerResponse>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.UNARY)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "CheckLedger"))
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.platonic.admin.v1.CheckLedgerRequest.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.platonic.admin.v1.CheckLedgerResponse.getDefaultInstance()))
              .setSchemaDescriptor(new LedgerServiceMethodDescriptorSupplier("CheckLedger"))
              .build();
        }
      }
    }
    return getCheckLedgerMethod;
  }

  private static volatile io.grpc.MethodDescriptor<io.platonic.admin.v1.GetLedgerCheckRequest,
      io.platonic.admin.v1.GetLedgerCheckResponse> getGetLedgerCheckMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "GetLedgerCheck",
      requestType = io.platonic.admin.v1.GetLedgerCheckRequest.class,
      responseType = io.platonic.admin.v1.GetLedgerCheckResponse.class,
      methodType = io.grpc.MethodDescriptor.MethodType.UNARY)
  public static io.grpc.MethodDescriptor<io.platonic.admin.v1.GetLedgerCheckRequest,
      io.platonic.admin.v1.GetLedgerCheckResponse> getGetLedgerCheckMethod() {
    io.grpc.MethodDescriptor<io.platonic.admin.v1.GetLedgerCheckRequest, io.platonic.admin.v1.GetLedgerCheckResponse> getGetLedgerCheckMethod;
    if ((getGetLedgerCheckMethod = LedgerServiceGrpc.getGetLedgerCheckMethod) == null) {
      synchronized (LedgerServiceGrpc.class) {
        if ((getGetLedgerCheckMethod = LedgerServiceGrpc.getGetLedgerCheckMethod) == null) {
          LedgerServiceGrpc.getGetLedgerCheckMethod = getGetLedgerCheckMethod =
              io.grpc.MethodDescriptor.<io.platonic.admin.v1.GetLedgerCheckRequest, io.platonic.admin.v1.GetLedgerCheckResponse>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.UNARY)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "GetLedgerCheck"))
              .setSafe(true)
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.platonic.admin.v1.GetLedgerCheckRequest.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.platonic.admin.v1.GetLedgerCheckResponse.getDefaultInstance()))
              .setSchemaDescriptor(new LedgerServiceMethodDescriptorSupplier("GetLedgerCheck"))
              .build();
        }
      }
    }
    return getGetLedgerCheckMethod;
  }

  private static volatile io.grpc.MethodDescriptor<io.platonic.admin.v1.DismissLossesRequest,
      io.platonic.admin.v1.DismissLossesResponse> getDismissLossesMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "DismissLosses",
      requestType = io.platonic.admin.v1.DismissLossesRequest.class,
      responseType = io.platonic.admin.v1.DismissLossesResponse.class,
      methodType = io.grpc.MethodDescriptor.MethodType.UNARY)
  public static io.grpc.MethodDescriptor<io.platonic.admin.v1.DismissLossesRequest,
      io.platonic.admin.v1.DismissLossesResponse> getDismissLossesMethod() {
    io.grpc.MethodDescriptor<io.platonic.admin.v1.DismissLossesRequest, io.platonic.admin.v1.DismissLossesResponse> getDismissLossesMethod;
    if ((getDismissLossesMethod = LedgerServiceGrpc.getDismissLossesMethod) == null) {
      synchronized (LedgerServiceGrpc.class) {
        if ((getDismissLossesMethod = LedgerServiceGrpc.getDismissLossesMethod) == null) {
          LedgerServiceGrpc.getDismissLossesMethod = getDismissLossesMethod =
              io.grpc.MethodDescriptor.<io.platonic.admin.v1.DismissLossesRequest, io.platonic.admin.v1.DismissLossesResponse>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.UNARY)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "DismissLosses"))
              .setIdempotent(true)
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.platonic.admin.v1.DismissLossesRequest.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.platonic.admin.v1.DismissLossesResponse.getDefaultInstance()))
              .setSchemaDescriptor(new LedgerServiceMethodDescriptorSupplier("DismissLosses"))
              .build();
        }
      }
    }
    return getDismissLossesMethod;
  }

  private static volatile io.grpc.MethodDescriptor<io.platonic.admin.v1.ExportLedgerRequest,
      io.platonic.admin.v1.ExportLedgerResponse> getExportLedgerMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "ExportLedger",
      requestType = io.platonic.admin.v1.ExportLedgerRequest.class,
      responseType = io.platonic.admin.v1.ExportLedgerResponse.class,
      methodType = io.grpc.MethodDescriptor.MethodType.UNARY)
  public static io.grpc.MethodDescriptor<io.platonic.admin.v1.ExportLedgerRequest,
      io.platonic.admin.v1.ExportLedgerResponse> getExportLedgerMethod() {
    io.grpc.MethodDescriptor<io.platonic.admin.v1.ExportLedgerRequest, io.platonic.admin.v1.ExportLedgerResponse> getExportLedgerMethod;
    if ((getExportLedgerMethod = LedgerServiceGrpc.getExportLedgerMethod) == null) {
      synchronized (LedgerServiceGrpc.class) {
        if ((getExportLedgerMethod = LedgerServiceGrpc.getExportLedgerMethod) == null) {
          LedgerServiceGrpc.getExportLedgerMethod = getExportLedgerMethod =
              io.grpc.MethodDescriptor.<io.platonic.admin.v1.ExportLedgerRequest, io.platonic.admin.v1.ExportLedgerResponse>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.UNARY)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "ExportLedger"))
              .setSafe(true)
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.platonic.admin.v1.ExportLedgerRequest.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.platonic.admin.v1.ExportLedgerResponse.getDefaultInstance()))
              .setSchemaDescriptor(new LedgerServiceMethodDescriptorSupplier("ExportLedger"))
              .build();
        }
      }
    }
    return getExportLedgerMethod;
  }

  /**
   * Creates a new async stub that supports all call types for the service
   */
  public static LedgerServiceStub newStub(io.grpc.Channel channel) {
    io.grpc.stub.AbstractStub.StubFactory<LedgerServiceStub> factory =
      new io.grpc.stub.AbstractStub.StubFactory<LedgerServiceStub>() {
        @java.lang.Override
        public LedgerServiceStub newStub(io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
          return new LedgerServiceStub(channel, callOptions);
        }
      };
    return LedgerServiceStub.newStub(factory, channel);
  }

  /**
   * Creates a new blocking-style stub that supports all types of calls on the service
   */
  public static LedgerServiceBlockingV2Stub newBlockingV2Stub(
      io.grpc.Channel channel) {
    io.grpc.stub.AbstractStub.StubFactory<LedgerServiceBlockingV2Stub> factory =
      new io.grpc.stub.AbstractStub.StubFactory<LedgerServiceBlockingV2Stub>() {
        @java.lang.Override
        public LedgerServiceBlockingV2Stub newStub(io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
          return new LedgerServiceBlockingV2Stub(channel, callOptions);
        }
      };
    return LedgerServiceBlockingV2Stub.newStub(factory, channel);
  }

  /**
   * Creates a new blocking-style stub that supports unary and streaming output calls on the service
   */
  public static LedgerServiceBlockingStub newBlockingStub(
      io.grpc.Channel channel) {
    io.grpc.stub.AbstractStub.StubFactory<LedgerServiceBlockingStub> factory =
      new io.grpc.stub.AbstractStub.StubFactory<LedgerServiceBlockingStub>() {
        @java.lang.Override
        public LedgerServiceBlockingStub newStub(io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
          return new LedgerServiceBlockingStub(channel, callOptions);
        }
      };
    return LedgerServiceBlockingStub.newStub(factory, channel);
  }

  /**
   * Creates a new ListenableFuture-style stub that supports unary calls on the service
   */
  public static LedgerServiceFutureStub newFutureStub(
      io.grpc.Channel channel) {
    io.grpc.stub.AbstractStub.StubFactory<LedgerServiceFutureStub> factory =
      new io.grpc.stub.AbstractStub.StubFactory<LedgerServiceFutureStub>() {
        @java.lang.Override
        public LedgerServiceFutureStub newStub(io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
          return new LedgerServiceFutureStub(channel, callOptions);
        }
      };
    return LedgerServiceFutureStub.newStub(factory, channel);
  }

  /**
   * <pre>
   * Deposits, withdrawals, frozen wallets, rates, and checks of the ledger.
   * </pre>
   */
  public interface AsyncService {

    /**
     * <pre>
     * Deposits money into a wallet from the issuance account of its asset. On a server that runs with `DEVELOPMENT=1` this
     * is the faucet, for whoever has the key in `operator.key` in `DATA_DIR`.
     * </pre>
     */
    default void deposit(io.platonic.admin.v1.DepositRequest request,
        io.grpc.stub.StreamObserver<io.platonic.admin.v1.DepositResponse> responseObserver) {
      io.grpc.stub.ServerCalls.asyncUnimplementedUnaryCall(getDepositMethod(), responseObserver);
    }

    /**
     * <pre>
     * Withdraws money from a wallet to the issuance account of its asset.
     * </pre>
     */
    default void withdraw(io.platonic.admin.v1.WithdrawRequest request,
        io.grpc.stub.StreamObserver<io.platonic.admin.v1.WithdrawResponse> responseObserver) {
      io.grpc.stub.ServerCalls.asyncUnimplementedUnaryCall(getWithdrawMethod(), responseObserver);
    }

    /**
     * <pre>
     * Ends a hold in favour of its sender, who gets back what is left of it.
     * </pre>
     */
    default void releaseHold(io.platonic.admin.v1.ReleaseHoldRequest request,
        io.grpc.stub.StreamObserver<io.platonic.admin.v1.ReleaseHoldResponse> responseObserver) {
      io.grpc.stub.ServerCalls.asyncUnimplementedUnaryCall(getReleaseHoldMethod(), responseObserver);
    }

    /**
     * <pre>
     * Reverses a completed transaction in whole or in part: gives back to its sender what its recipient holds of it. The
     * recipient's wallet may be frozen. All reversals of a transaction together are never more than its amount, and those of a
     * hold and of its captures never more than was captured.
     * </pre>
     */
    default void reverseTransaction(io.platonic.admin.v1.ReverseTransactionRequest request,
        io.grpc.stub.StreamObserver<io.platonic.admin.v1.ReverseTransactionResponse> responseObserver) {
      io.grpc.stub.ServerCalls.asyncUnimplementedUnaryCall(getReverseTransactionMethod(), responseObserver);
    }

    /**
     * <pre>
     * Freezes or unfreezes a wallet.
     * </pre>
     */
    default void freezeWallet(io.platonic.admin.v1.FreezeWalletRequest request,
        io.grpc.stub.StreamObserver<io.platonic.admin.v1.FreezeWalletResponse> responseObserver) {
      io.grpc.stub.ServerCalls.asyncUnimplementedUnaryCall(getFreezeWalletMethod(), responseObserver);
    }

    /**
     * <pre>
     * Sets a rate manually. Once the call is answered, no process of the database quotes or exchanges at an earlier rate,
     * except by quotes that were given before. The rate applies until it is stale.
     * </pre>
     */
    default void setRate(io.platonic.admin.v1.SetRateRequest request,
        io.grpc.stub.StreamObserver<io.platonic.admin.v1.SetRateResponse> responseObserver) {
      io.grpc.stub.ServerCalls.asyncUnimplementedUnaryCall(getSetRateMethod(), responseObserver);
    }

    /**
     * <pre>
     * Reads the fees, limits and currencies in force.
     * </pre>
     */
    default void getLedgerPolicy(io.platonic.admin.v1.GetLedgerPolicyRequest request,
        io.grpc.stub.StreamObserver<io.platonic.admin.v1.GetLedgerPolicyResponse> responseObserver) {
      io.grpc.stub.ServerCalls.asyncUnimplementedUnaryCall(getGetLedgerPolicyMethod(), responseObserver);
    }

    /**
     * <pre>
     * Starts a replay of the whole ledger unless one is running, and returns its progress.
     * </pre>
     */
    default void checkLedger(io.platonic.admin.v1.CheckLedgerRequest request,
        io.grpc.stub.StreamObserver<io.platonic.admin.v1.CheckLedgerResponse> responseObserver) {
      io.grpc.stub.ServerCalls.asyncUnimplementedUnaryCall(getCheckLedgerMethod(), responseObserver);
    }

    /**
     * <pre>
     * Reads the progress or the findings of the last replay.
     * </pre>
     */
    default void getLedgerCheck(io.platonic.admin.v1.GetLedgerCheckRequest request,
        io.grpc.stub.StreamObserver<io.platonic.admin.v1.GetLedgerCheckResponse> responseObserver) {
      io.grpc.stub.ServerCalls.asyncUnimplementedUnaryCall(getGetLedgerCheckMethod(), responseObserver);
    }

    /**
     * <pre>
     * Has losses that a check has named forgotten, once they are dealt with. Applies to what the process that answers has
     * acknowledged itself.
     * </pre>
     */
    default void dismissLosses(io.platonic.admin.v1.DismissLossesRequest request,
        io.grpc.stub.StreamObserver<io.platonic.admin.v1.DismissLossesResponse> responseObserver) {
      io.grpc.stub.ServerCalls.asyncUnimplementedUnaryCall(getDismissLossesMethod(), responseObserver);
    }

    /**
     * <pre>
     * Exports batches of the ledger with the canonical bytes of their entries, from which the ledger can be replayed
     * elsewhere.
     * </pre>
     */
    default void exportLedger(io.platonic.admin.v1.ExportLedgerRequest request,
        io.grpc.stub.StreamObserver<io.platonic.admin.v1.ExportLedgerResponse> responseObserver) {
      io.grpc.stub.ServerCalls.asyncUnimplementedUnaryCall(getExportLedgerMethod(), responseObserver);
    }
  }

  /**
   * Base class for the server implementation of the service LedgerService.
   * <pre>
   * Deposits, withdrawals, frozen wallets, rates, and checks of the ledger.
   * </pre>
   */
  public static abstract class LedgerServiceImplBase
      implements io.grpc.BindableService, AsyncService {

    @java.lang.Override public final io.grpc.ServerServiceDefinition bindService() {
      return LedgerServiceGrpc.bindService(this);
    }
  }

  /**
   * A stub to allow clients to do asynchronous rpc calls to service LedgerService.
   * <pre>
   * Deposits, withdrawals, frozen wallets, rates, and checks of the ledger.
   * </pre>
   */
  public static final class LedgerServiceStub
      extends io.grpc.stub.AbstractAsyncStub<LedgerServiceStub> {
    private LedgerServiceStub(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      super(channel, callOptions);
    }

    @java.lang.Override
    protected LedgerServiceStub build(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      return new LedgerServiceStub(channel, callOptions);
    }

    /**
     * <pre>
     * Deposits money into a wallet from the issuance account of its asset. On a server that runs with `DEVELOPMENT=1` this
     * is the faucet, for whoever has the key in `operator.key` in `DATA_DIR`.
     * </pre>
     */
    public void deposit(io.platonic.admin.v1.DepositRequest request,
        io.grpc.stub.StreamObserver<io.platonic.admin.v1.DepositResponse> responseObserver) {
      io.grpc.stub.ClientCalls.asyncUnaryCall(
          getChannel().newCall(getDepositMethod(), getCallOptions()), request, responseObserver);
    }

    /**
     * <pre>
     * Withdraws money from a wallet to the issuance account of its asset.
     * </pre>
     */
    public void withdraw(io.platonic.admin.v1.WithdrawRequest request,
        io.grpc.stub.StreamObserver<io.platonic.admin.v1.WithdrawResponse> responseObserver) {
      io.grpc.stub.ClientCalls.asyncUnaryCall(
          getChannel().newCall(getWithdrawMethod(), getCallOptions()), request, responseObserver);
    }

    /**
     * <pre>
     * Ends a hold in favour of its sender, who gets back what is left of it.
     * </pre>
     */
    public void releaseHold(io.platonic.admin.v1.ReleaseHoldRequest request,
        io.grpc.stub.StreamObserver<io.platonic.admin.v1.ReleaseHoldResponse> responseObserver) {
      io.grpc.stub.ClientCalls.asyncUnaryCall(
          getChannel().newCall(getReleaseHoldMethod(), getCallOptions()), request, responseObserver);
    }

    /**
     * <pre>
     * Reverses a completed transaction in whole or in part: gives back to its sender what its recipient holds of it. The
     * recipient's wallet may be frozen. All reversals of a transaction together are never more than its amount, and those of a
     * hold and of its captures never more than was captured.
     * </pre>
     */
    public void reverseTransaction(io.platonic.admin.v1.ReverseTransactionRequest request,
        io.grpc.stub.StreamObserver<io.platonic.admin.v1.ReverseTransactionResponse> responseObserver) {
      io.grpc.stub.ClientCalls.asyncUnaryCall(
          getChannel().newCall(getReverseTransactionMethod(), getCallOptions()), request, responseObserver);
    }

    /**
     * <pre>
     * Freezes or unfreezes a wallet.
     * </pre>
     */
    public void freezeWallet(io.platonic.admin.v1.FreezeWalletRequest request,
        io.grpc.stub.StreamObserver<io.platonic.admin.v1.FreezeWalletResponse> responseObserver) {
      io.grpc.stub.ClientCalls.asyncUnaryCall(
          getChannel().newCall(getFreezeWalletMethod(), getCallOptions()), request, responseObserver);
    }

    /**
     * <pre>
     * Sets a rate manually. Once the call is answered, no process of the database quotes or exchanges at an earlier rate,
     * except by quotes that were given before. The rate applies until it is stale.
     * </pre>
     */
    public void setRate(io.platonic.admin.v1.SetRateRequest request,
        io.grpc.stub.StreamObserver<io.platonic.admin.v1.SetRateResponse> responseObserver) {
      io.grpc.stub.ClientCalls.asyncUnaryCall(
          getChannel().newCall(getSetRateMethod(), getCallOptions()), request, responseObserver);
    }

    /**
     * <pre>
     * Reads the fees, limits and currencies in force.
     * </pre>
     */
    public void getLedgerPolicy(io.platonic.admin.v1.GetLedgerPolicyRequest request,
        io.grpc.stub.StreamObserver<io.platonic.admin.v1.GetLedgerPolicyResponse> responseObserver) {
      io.grpc.stub.ClientCalls.asyncUnaryCall(
          getChannel().newCall(getGetLedgerPolicyMethod(), getCallOptions()), request, responseObserver);
    }

    /**
     * <pre>
     * Starts a replay of the whole ledger unless one is running, and returns its progress.
     * </pre>
     */
    public void checkLedger(io.platonic.admin.v1.CheckLedgerRequest request,
        io.grpc.stub.StreamObserver<io.platonic.admin.v1.CheckLedgerResponse> responseObserver) {
      io.grpc.stub.ClientCalls.asyncUnaryCall(
          getChannel().newCall(getCheckLedgerMethod(), getCallOptions()), request, responseObserver);
    }

    /**
     * <pre>
     * Reads the progress or the findings of the last replay.
     * </pre>
     */
    public void getLedgerCheck(io.platonic.admin.v1.GetLedgerCheckRequest request,
        io.grpc.stub.StreamObserver<io.platonic.admin.v1.GetLedgerCheckResponse> responseObserver) {
      io.grpc.stub.ClientCalls.asyncUnaryCall(
          getChannel().newCall(getGetLedgerCheckMethod(), getCallOptions()), request, responseObserver);
    }

    /**
     * <pre>
     * Has losses that a check has named forgotten, once they are dealt with. Applies to what the process that answers has
     * acknowledged itself.
     * </pre>
     */
    public void dismissLosses(io.platonic.admin.v1.DismissLossesRequest request,
        io.grpc.stub.StreamObserver<io.platonic.admin.v1.DismissLossesResponse> responseObserver) {
      io.grpc.stub.ClientCalls.asyncUnaryCall(
          getChannel().newCall(getDismissLossesMethod(), getCallOptions()), request, responseObserver);
    }

    /**
     * <pre>
     * Exports batches of the ledger with the canonical bytes of their entries, from which the ledger can be replayed
     * elsewhere.
     * </pre>
     */
    public void exportLedger(io.platonic.admin.v1.ExportLedgerRequest request,
        io.grpc.stub.StreamObserver<io.platonic.admin.v1.ExportLedgerResponse> responseObserver) {
      io.grpc.stub.ClientCalls.asyncUnaryCall(
          getChannel().newCall(getExportLedgerMethod(), getCallOptions()), request, responseObserver);
    }
  }

  /**
   * A stub to allow clients to do synchronous rpc calls to service LedgerService.
   * <pre>
   * Deposits, withdrawals, frozen wallets, rates, and checks of the ledger.
   * </pre>
   */
  public static final class LedgerServiceBlockingV2Stub
      extends io.grpc.stub.AbstractBlockingStub<LedgerServiceBlockingV2Stub> {
    private LedgerServiceBlockingV2Stub(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      super(channel, callOptions);
    }

    @java.lang.Override
    protected LedgerServiceBlockingV2Stub build(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      return new LedgerServiceBlockingV2Stub(channel, callOptions);
    }

    /**
     * <pre>
     * Deposits money into a wallet from the issuance account of its asset. On a server that runs with `DEVELOPMENT=1` this
     * is the faucet, for whoever has the key in `operator.key` in `DATA_DIR`.
     * </pre>
     */
    public io.platonic.admin.v1.DepositResponse deposit(io.platonic.admin.v1.DepositRequest request) throws io.grpc.StatusException {
      return io.grpc.stub.ClientCalls.blockingV2UnaryCall(
          getChannel(), getDepositMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Withdraws money from a wallet to the issuance account of its asset.
     * </pre>
     */
    public io.platonic.admin.v1.WithdrawResponse withdraw(io.platonic.admin.v1.WithdrawRequest request) throws io.grpc.StatusException {
      return io.grpc.stub.ClientCalls.blockingV2UnaryCall(
          getChannel(), getWithdrawMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Ends a hold in favour of its sender, who gets back what is left of it.
     * </pre>
     */
    public io.platonic.admin.v1.ReleaseHoldResponse releaseHold(io.platonic.admin.v1.ReleaseHoldRequest request) throws io.grpc.StatusException {
      return io.grpc.stub.ClientCalls.blockingV2UnaryCall(
          getChannel(), getReleaseHoldMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Reverses a completed transaction in whole or in part: gives back to its sender what its recipient holds of it. The
     * recipient's wallet may be frozen. All reversals of a transaction together are never more than its amount, and those of a
     * hold and of its captures never more than was captured.
     * </pre>
     */
    public io.platonic.admin.v1.ReverseTransactionResponse reverseTransaction(io.platonic.admin.v1.ReverseTransactionRequest request) throws io.grpc.StatusException {
      return io.grpc.stub.ClientCalls.blockingV2UnaryCall(
          getChannel(), getReverseTransactionMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Freezes or unfreezes a wallet.
     * </pre>
     */
    public io.platonic.admin.v1.FreezeWalletResponse freezeWallet(io.platonic.admin.v1.FreezeWalletRequest request) throws io.grpc.StatusException {
      return io.grpc.stub.ClientCalls.blockingV2UnaryCall(
          getChannel(), getFreezeWalletMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Sets a rate manually. Once the call is answered, no process of the database quotes or exchanges at an earlier rate,
     * except by quotes that were given before. The rate applies until it is stale.
     * </pre>
     */
    public io.platonic.admin.v1.SetRateResponse setRate(io.platonic.admin.v1.SetRateRequest request) throws io.grpc.StatusException {
      return io.grpc.stub.ClientCalls.blockingV2UnaryCall(
          getChannel(), getSetRateMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Reads the fees, limits and currencies in force.
     * </pre>
     */
    public io.platonic.admin.v1.GetLedgerPolicyResponse getLedgerPolicy(io.platonic.admin.v1.GetLedgerPolicyRequest request) throws io.grpc.StatusException {
      return io.grpc.stub.ClientCalls.blockingV2UnaryCall(
          getChannel(), getGetLedgerPolicyMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Starts a replay of the whole ledger unless one is running, and returns its progress.
     * </pre>
     */
    public io.platonic.admin.v1.CheckLedgerResponse checkLedger(io.platonic.admin.v1.CheckLedgerRequest request) throws io.grpc.StatusException {
      return io.grpc.stub.ClientCalls.blockingV2UnaryCall(
          getChannel(), getCheckLedgerMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Reads the progress or the findings of the last replay.
     * </pre>
     */
    public io.platonic.admin.v1.GetLedgerCheckResponse getLedgerCheck(io.platonic.admin.v1.GetLedgerCheckRequest request) throws io.grpc.StatusException {
      return io.grpc.stub.ClientCalls.blockingV2UnaryCall(
          getChannel(), getGetLedgerCheckMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Has losses that a check has named forgotten, once they are dealt with. Applies to what the process that answers has
     * acknowledged itself.
     * </pre>
     */
    public io.platonic.admin.v1.DismissLossesResponse dismissLosses(io.platonic.admin.v1.DismissLossesRequest request) throws io.grpc.StatusException {
      return io.grpc.stub.ClientCalls.blockingV2UnaryCall(
          getChannel(), getDismissLossesMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Exports batches of the ledger with the canonical bytes of their entries, from which the ledger can be replayed
     * elsewhere.
     * </pre>
     */
    public io.platonic.admin.v1.ExportLedgerResponse exportLedger(io.platonic.admin.v1.ExportLedgerRequest request) throws io.grpc.StatusException {
      return io.grpc.stub.ClientCalls.blockingV2UnaryCall(
          getChannel(), getExportLedgerMethod(), getCallOptions(), request);
    }
  }

  /**
   * A stub to allow clients to do limited synchronous rpc calls to service LedgerService.
   * <pre>
   * Deposits, withdrawals, frozen wallets, rates, and checks of the ledger.
   * </pre>
   */
  public static final class LedgerServiceBlockingStub
      extends io.grpc.stub.AbstractBlockingStub<LedgerServiceBlockingStub> {
    private LedgerServiceBlockingStub(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      super(channel, callOptions);
    }

    @java.lang.Override
    protected LedgerServiceBlockingStub build(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      return new LedgerServiceBlockingStub(channel, callOptions);
    }

    /**
     * <pre>
     * Deposits money into a wallet from the issuance account of its asset. On a server that runs with `DEVELOPMENT=1` this
     * is the faucet, for whoever has the key in `operator.key` in `DATA_DIR`.
     * </pre>
     */
    public io.platonic.admin.v1.DepositResponse deposit(io.platonic.admin.v1.DepositRequest request) {
      return io.grpc.stub.ClientCalls.blockingUnaryCall(
          getChannel(), getDepositMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Withdraws money from a wallet to the issuance account of its asset.
     * </pre>
     */
    public io.platonic.admin.v1.WithdrawResponse withdraw(io.platonic.admin.v1.WithdrawRequest request) {
      return io.grpc.stub.ClientCalls.blockingUnaryCall(
          getChannel(), getWithdrawMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Ends a hold in favour of its sender, who gets back what is left of it.
     * </pre>
     */
    public io.platonic.admin.v1.ReleaseHoldResponse releaseHold(io.platonic.admin.v1.ReleaseHoldRequest request) {
      return io.grpc.stub.ClientCalls.blockingUnaryCall(
          getChannel(), getReleaseHoldMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Reverses a completed transaction in whole or in part: gives back to its sender what its recipient holds of it. The
     * recipient's wallet may be frozen. All reversals of a transaction together are never more than its amount, and those of a
     * hold and of its captures never more than was captured.
     * </pre>
     */
    public io.platonic.admin.v1.ReverseTransactionResponse reverseTransaction(io.platonic.admin.v1.ReverseTransactionRequest request) {
      return io.grpc.stub.ClientCalls.blockingUnaryCall(
          getChannel(), getReverseTransactionMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Freezes or unfreezes a wallet.
     * </pre>
     */
    public io.platonic.admin.v1.FreezeWalletResponse freezeWallet(io.platonic.admin.v1.FreezeWalletRequest request) {
      return io.grpc.stub.ClientCalls.blockingUnaryCall(
          getChannel(), getFreezeWalletMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Sets a rate manually. Once the call is answered, no process of the database quotes or exchanges at an earlier rate,
     * except by quotes that were given before. The rate applies until it is stale.
     * </pre>
     */
    public io.platonic.admin.v1.SetRateResponse setRate(io.platonic.admin.v1.SetRateRequest request) {
      return io.grpc.stub.ClientCalls.blockingUnaryCall(
          getChannel(), getSetRateMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Reads the fees, limits and currencies in force.
     * </pre>
     */
    public io.platonic.admin.v1.GetLedgerPolicyResponse getLedgerPolicy(io.platonic.admin.v1.GetLedgerPolicyRequest request) {
      return io.grpc.stub.ClientCalls.blockingUnaryCall(
          getChannel(), getGetLedgerPolicyMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Starts a replay of the whole ledger unless one is running, and returns its progress.
     * </pre>
     */
    public io.platonic.admin.v1.CheckLedgerResponse checkLedger(io.platonic.admin.v1.CheckLedgerRequest request) {
      return io.grpc.stub.ClientCalls.blockingUnaryCall(
          getChannel(), getCheckLedgerMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Reads the progress or the findings of the last replay.
     * </pre>
     */
    public io.platonic.admin.v1.GetLedgerCheckResponse getLedgerCheck(io.platonic.admin.v1.GetLedgerCheckRequest request) {
      return io.grpc.stub.ClientCalls.blockingUnaryCall(
          getChannel(), getGetLedgerCheckMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Has losses that a check has named forgotten, once they are dealt with. Applies to what the process that answers has
     * acknowledged itself.
     * </pre>
     */
    public io.platonic.admin.v1.DismissLossesResponse dismissLosses(io.platonic.admin.v1.DismissLossesRequest request) {
      return io.grpc.stub.ClientCalls.blockingUnaryCall(
          getChannel(), getDismissLossesMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Exports batches of the ledger with the canonical bytes of their entries, from which the ledger can be replayed
     * elsewhere.
     * </pre>
     */
    public io.platonic.admin.v1.ExportLedgerResponse exportLedger(io.platonic.admin.v1.ExportLedgerRequest request) {
      return io.grpc.stub.ClientCalls.blockingUnaryCall(
          getChannel(), getExportLedgerMethod(), getCallOptions(), request);
    }
  }

  /**
   * A stub to allow clients to do ListenableFuture-style rpc calls to service LedgerService.
   * <pre>
   * Deposits, withdrawals, frozen wallets, rates, and checks of the ledger.
   * </pre>
   */
  public static final class LedgerServiceFutureStub
      extends io.grpc.stub.AbstractFutureStub<LedgerServiceFutureStub> {
    private LedgerServiceFutureStub(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      super(channel, callOptions);
    }

    @java.lang.Override
    protected LedgerServiceFutureStub build(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      return new LedgerServiceFutureStub(channel, callOptions);
    }

    /**
     * <pre>
     * Deposits money into a wallet from the issuance account of its asset. On a server that runs with `DEVELOPMENT=1` this
     * is the faucet, for whoever has the key in `operator.key` in `DATA_DIR`.
     * </pre>
     */
    public com.google.common.util.concurrent.ListenableFuture<io.platonic.admin.v1.DepositResponse> deposit(
        io.platonic.admin.v1.DepositRequest request) {
      return io.grpc.stub.ClientCalls.futureUnaryCall(
          getChannel().newCall(getDepositMethod(), getCallOptions()), request);
    }

    /**
     * <pre>
     * Withdraws money from a wallet to the issuance account of its asset.
     * </pre>
     */
    public com.google.common.util.concurrent.ListenableFuture<io.platonic.admin.v1.WithdrawResponse> withdraw(
        io.platonic.admin.v1.WithdrawRequest request) {
      return io.grpc.stub.ClientCalls.futureUnaryCall(
          getChannel().newCall(getWithdrawMethod(), getCallOptions()), request);
    }

    /**
     * <pre>
     * Ends a hold in favour of its sender, who gets back what is left of it.
     * </pre>
     */
    public com.google.common.util.concurrent.ListenableFuture<io.platonic.admin.v1.ReleaseHoldResponse> releaseHold(
        io.platonic.admin.v1.ReleaseHoldRequest request) {
      return io.grpc.stub.ClientCalls.futureUnaryCall(
          getChannel().newCall(getReleaseHoldMethod(), getCallOptions()), request);
    }

    /**
     * <pre>
     * Reverses a completed transaction in whole or in part: gives back to its sender what its recipient holds of it. The
     * recipient's wallet may be frozen. All reversals of a transaction together are never more than its amount, and those of a
     * hold and of its captures never more than was captured.
     * </pre>
     */
    public com.google.common.util.concurrent.ListenableFuture<io.platonic.admin.v1.ReverseTransactionResponse> reverseTransaction(
        io.platonic.admin.v1.ReverseTransactionRequest request) {
      return io.grpc.stub.ClientCalls.futureUnaryCall(
          getChannel().newCall(getReverseTransactionMethod(), getCallOptions()), request);
    }

    /**
     * <pre>
     * Freezes or unfreezes a wallet.
     * </pre>
     */
    public com.google.common.util.concurrent.ListenableFuture<io.platonic.admin.v1.FreezeWalletResponse> freezeWallet(
        io.platonic.admin.v1.FreezeWalletRequest request) {
      return io.grpc.stub.ClientCalls.futureUnaryCall(
          getChannel().newCall(getFreezeWalletMethod(), getCallOptions()), request);
    }

    /**
     * <pre>
     * Sets a rate manually. Once the call is answered, no process of the database quotes or exchanges at an earlier rate,
     * except by quotes that were given before. The rate applies until it is stale.
     * </pre>
     */
    public com.google.common.util.concurrent.ListenableFuture<io.platonic.admin.v1.SetRateResponse> setRate(
        io.platonic.admin.v1.SetRateRequest request) {
      return io.grpc.stub.ClientCalls.futureUnaryCall(
          getChannel().newCall(getSetRateMethod(), getCallOptions()), request);
    }

    /**
     * <pre>
     * Reads the fees, limits and currencies in force.
     * </pre>
     */
    public com.google.common.util.concurrent.ListenableFuture<io.platonic.admin.v1.GetLedgerPolicyResponse> getLedgerPolicy(
        io.platonic.admin.v1.GetLedgerPolicyRequest request) {
      return io.grpc.stub.ClientCalls.futureUnaryCall(
          getChannel().newCall(getGetLedgerPolicyMethod(), getCallOptions()), request);
    }

    /**
     * <pre>
     * Starts a replay of the whole ledger unless one is running, and returns its progress.
     * </pre>
     */
    public com.google.common.util.concurrent.ListenableFuture<io.platonic.admin.v1.CheckLedgerResponse> checkLedger(
        io.platonic.admin.v1.CheckLedgerRequest request) {
      return io.grpc.stub.ClientCalls.futureUnaryCall(
          getChannel().newCall(getCheckLedgerMethod(), getCallOptions()), request);
    }

    /**
     * <pre>
     * Reads the progress or the findings of the last replay.
     * </pre>
     */
    public com.google.common.util.concurrent.ListenableFuture<io.platonic.admin.v1.GetLedgerCheckResponse> getLedgerCheck(
        io.platonic.admin.v1.GetLedgerCheckRequest request) {
      return io.grpc.stub.ClientCalls.futureUnaryCall(
          getChannel().newCall(getGetLedgerCheckMethod(), getCallOptions()), request);
    }

    /**
     * <pre>
     * Has losses that a check has named forgotten, once they are dealt with. Applies to what the process that answers has
     * acknowledged itself.
     * </pre>
     */
    public com.google.common.util.concurrent.ListenableFuture<io.platonic.admin.v1.DismissLossesResponse> dismissLosses(
        io.platonic.admin.v1.DismissLossesRequest request) {
      return io.grpc.stub.ClientCalls.futureUnaryCall(
          getChannel().newCall(getDismissLossesMethod(), getCallOptions()), request);
    }

    /**
     * <pre>
     * Exports batches of the ledger with the canonical bytes of their entries, from which the ledger can be replayed
     * elsewhere.
     * </pre>
     */
    public com.google.common.util.concurrent.ListenableFuture<io.platonic.admin.v1.ExportLedgerResponse> exportLedger(
        io.platonic.admin.v1.ExportLedgerRequest request) {
      return io.grpc.stub.ClientCalls.futureUnaryCall(
          getChannel().newCall(getExportLedgerMethod(), getCallOptions()), request);
    }
  }

  private static final int METHODID_DEPOSIT = 0;
  private static final int METHODID_WITHDRAW = 1;
  private static final int METHODID_RELEASE_HOLD = 2;
  private static final int METHODID_REVERSE_TRANSACTION = 3;
  private static final int METHODID_FREEZE_WALLET = 4;
  private static final int METHODID_SET_RATE = 5;
  private static final int METHODID_GET_LEDGER_POLICY = 6;
  private static final int METHODID_CHECK_LEDGER = 7;
  private static final int METHODID_GET_LEDGER_CHECK = 8;
  private static final int METHODID_DISMISS_LOSSES = 9;
  private static final int METHODID_EXPORT_LEDGER = 10;

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
        case METHODID_DEPOSIT:
          serviceImpl.deposit((io.platonic.admin.v1.DepositRequest) request,
              (io.grpc.stub.StreamObserver<io.platonic.admin.v1.DepositResponse>) responseObserver);
          break;
        case METHODID_WITHDRAW:
          serviceImpl.withdraw((io.platonic.admin.v1.WithdrawRequest) request,
              (io.grpc.stub.StreamObserver<io.platonic.admin.v1.WithdrawResponse>) responseObserver);
          break;
        case METHODID_RELEASE_HOLD:
          serviceImpl.releaseHold((io.platonic.admin.v1.ReleaseHoldRequest) request,
              (io.grpc.stub.StreamObserver<io.platonic.admin.v1.ReleaseHoldResponse>) responseObserver);
          break;
        case METHODID_REVERSE_TRANSACTION:
          serviceImpl.reverseTransaction((io.platonic.admin.v1.ReverseTransactionRequest) request,
              (io.grpc.stub.StreamObserver<io.platonic.admin.v1.ReverseTransactionResponse>) responseObserver);
          break;
        case METHODID_FREEZE_WALLET:
          serviceImpl.freezeWallet((io.platonic.admin.v1.FreezeWalletRequest) request,
              (io.grpc.stub.StreamObserver<io.platonic.admin.v1.FreezeWalletResponse>) responseObserver);
          break;
        case METHODID_SET_RATE:
          serviceImpl.setRate((io.platonic.admin.v1.SetRateRequest) request,
              (io.grpc.stub.StreamObserver<io.platonic.admin.v1.SetRateResponse>) responseObserver);
          break;
        case METHODID_GET_LEDGER_POLICY:
          serviceImpl.getLedgerPolicy((io.platonic.admin.v1.GetLedgerPolicyRequest) request,
              (io.grpc.stub.StreamObserver<io.platonic.admin.v1.GetLedgerPolicyResponse>) responseObserver);
          break;
        case METHODID_CHECK_LEDGER:
          serviceImpl.checkLedger((io.platonic.admin.v1.CheckLedgerRequest) request,
              (io.grpc.stub.StreamObserver<io.platonic.admin.v1.CheckLedgerResponse>) responseObserver);
          break;
        case METHODID_GET_LEDGER_CHECK:
          serviceImpl.getLedgerCheck((io.platonic.admin.v1.GetLedgerCheckRequest) request,
              (io.grpc.stub.StreamObserver<io.platonic.admin.v1.GetLedgerCheckResponse>) responseObserver);
          break;
        case METHODID_DISMISS_LOSSES:
          serviceImpl.dismissLosses((io.platonic.admin.v1.DismissLossesRequest) request,
              (io.grpc.stub.StreamObserver<io.platonic.admin.v1.DismissLossesResponse>) responseObserver);
          break;
        case METHODID_EXPORT_LEDGER:
          serviceImpl.exportLedger((io.platonic.admin.v1.ExportLedgerRequest) request,
              (io.grpc.stub.StreamObserver<io.platonic.admin.v1.ExportLedgerResponse>) responseObserver);
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
          getDepositMethod(),
          io.grpc.stub.ServerCalls.asyncUnaryCall(
            new MethodHandlers<
              io.platonic.admin.v1.DepositRequest,
              io.platonic.admin.v1.DepositResponse>(
                service, METHODID_DEPOSIT)))
        .addMethod(
          getWithdrawMethod(),
          io.grpc.stub.ServerCalls.asyncUnaryCall(
            new MethodHandlers<
              io.platonic.admin.v1.WithdrawRequest,
              io.platonic.admin.v1.WithdrawResponse>(
                service, METHODID_WITHDRAW)))
        .addMethod(
          getReleaseHoldMethod(),
          io.grpc.stub.ServerCalls.asyncUnaryCall(
            new MethodHandlers<
              io.platonic.admin.v1.ReleaseHoldRequest,
              io.platonic.admin.v1.ReleaseHoldResponse>(
                service, METHODID_RELEASE_HOLD)))
        .addMethod(
          getReverseTransactionMethod(),
          io.grpc.stub.ServerCalls.asyncUnaryCall(
            new MethodHandlers<
              io.platonic.admin.v1.ReverseTransactionRequest,
              io.platonic.admin.v1.ReverseTransactionResponse>(
                service, METHODID_REVERSE_TRANSACTION)))
        .addMethod(
          getFreezeWalletMethod(),
          io.grpc.stub.ServerCalls.asyncUnaryCall(
            new MethodHandlers<
              io.platonic.admin.v1.FreezeWalletRequest,
              io.platonic.admin.v1.FreezeWalletResponse>(
                service, METHODID_FREEZE_WALLET)))
        .addMethod(
          getSetRateMethod(),
          io.grpc.stub.ServerCalls.asyncUnaryCall(
            new MethodHandlers<
              io.platonic.admin.v1.SetRateRequest,
              io.platonic.admin.v1.SetRateResponse>(
                service, METHODID_SET_RATE)))
        .addMethod(
          getGetLedgerPolicyMethod(),
          io.grpc.stub.ServerCalls.asyncUnaryCall(
            new MethodHandlers<
              io.platonic.admin.v1.GetLedgerPolicyRequest,
              io.platonic.admin.v1.GetLedgerPolicyResponse>(
                service, METHODID_GET_LEDGER_POLICY)))
        .addMethod(
          getCheckLedgerMethod(),
          io.grpc.stub.ServerCalls.asyncUnaryCall(
            new MethodHandlers<
              io.platonic.admin.v1.CheckLedgerRequest,
              io.platonic.admin.v1.CheckLedgerResponse>(
                service, METHODID_CHECK_LEDGER)))
        .addMethod(
          getGetLedgerCheckMethod(),
          io.grpc.stub.ServerCalls.asyncUnaryCall(
            new MethodHandlers<
              io.platonic.admin.v1.GetLedgerCheckRequest,
              io.platonic.admin.v1.GetLedgerCheckResponse>(
                service, METHODID_GET_LEDGER_CHECK)))
        .addMethod(
          getDismissLossesMethod(),
          io.grpc.stub.ServerCalls.asyncUnaryCall(
            new MethodHandlers<
              io.platonic.admin.v1.DismissLossesRequest,
              io.platonic.admin.v1.DismissLossesResponse>(
                service, METHODID_DISMISS_LOSSES)))
        .addMethod(
          getExportLedgerMethod(),
          io.grpc.stub.ServerCalls.asyncUnaryCall(
            new MethodHandlers<
              io.platonic.admin.v1.ExportLedgerRequest,
              io.platonic.admin.v1.ExportLedgerResponse>(
                service, METHODID_EXPORT_LEDGER)))
        .build();
  }

  private static abstract class LedgerServiceBaseDescriptorSupplier
      implements io.grpc.protobuf.ProtoFileDescriptorSupplier, io.grpc.protobuf.ProtoServiceDescriptorSupplier {
    LedgerServiceBaseDescriptorSupplier() {}

    @java.lang.Override
    public com.google.protobuf.Descriptors.FileDescriptor getFileDescriptor() {
      return io.platonic.admin.v1.LedgerProto.getDescriptor();
    }

    @java.lang.Override
    public com.google.protobuf.Descriptors.ServiceDescriptor getServiceDescriptor() {
      return getFileDescriptor().findServiceByName("LedgerService");
    }
  }

  private static final class LedgerServiceFileDescriptorSupplier
      extends LedgerServiceBaseDescriptorSupplier {
    LedgerServiceFileDescriptorSupplier() {}
  }

  private static final class LedgerServiceMethodDescriptorSupplier
      extends LedgerServiceBaseDescriptorSupplier
      implements io.grpc.protobuf.ProtoMethodDescriptorSupplier {
    private final java.lang.String methodName;

    LedgerServiceMethodDescriptorSupplier(java.lang.String methodName) {
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
      synchronized (LedgerServiceGrpc.class) {
        result = serviceDescriptor;
        if (result == null) {
          serviceDescriptor = result = io.grpc.ServiceDescriptor.newBuilder(SERVICE_NAME)
              .setSchemaDescriptor(new LedgerServiceFileDescriptorSupplier())
              .addMethod(getDepositMethod())
              .addMethod(getWithdrawMethod())
              .addMethod(getReleaseHoldMethod())
              .addMethod(getReverseTransactionMethod())
              .addMethod(getFreezeWalletMethod())
              .addMethod(getSetRateMethod())
              .addMethod(getGetLedgerPolicyMethod())
              .addMethod(getCheckLedgerMethod())
              .addMethod(getGetLedgerCheckMethod())
              .addMethod(getDismissLossesMethod())
              .addMethod(getExportLedgerMethod())
              .build();
        }
      }
    }
    return result;
  }
}
