package io.platonic.wallet.v1;

import static io.grpc.MethodDescriptor.generateFullMethodName;

/**
 * <pre>
 * Exchange between tokens and currencies. A rejected exchange is a successful call with `success` false.
 * </pre>
 */
@io.grpc.stub.annotations.GrpcGenerated
public final class ExchangeServiceGrpc {

  private ExchangeServiceGrpc() {}

  public static final java.lang.String SERVICE_NAME = "wallet.v1.ExchangeService";

  // Static method descriptors that strictly reflect the proto.
  private static volatile io.grpc.MethodDescriptor<io.platonic.wallet.v1.ListRatesRequest,
      io.platonic.wallet.v1.ListRatesResponse> getListRatesMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "ListRates",
      requestType = io.platonic.wallet.v1.ListRatesRequest.class,
      responseType = io.platonic.wallet.v1.ListRatesResponse.class,
      methodType = io.grpc.MethodDescriptor.MethodType.UNARY)
  public static io.grpc.MethodDescriptor<io.platonic.wallet.v1.ListRatesRequest,
      io.platonic.wallet.v1.ListRatesResponse> getListRatesMethod() {
    io.grpc.MethodDescriptor<io.platonic.wallet.v1.ListRatesRequest, io.platonic.wallet.v1.ListRatesResponse> getListRatesMethod;
    if ((getListRatesMethod = ExchangeServiceGrpc.getListRatesMethod) == null) {
      synchronized (ExchangeServiceGrpc.class) {
        if ((getListRatesMethod = ExchangeServiceGrpc.getListRatesMethod) == null) {
          ExchangeServiceGrpc.getListRatesMethod = getListRatesMethod =
              io.grpc.MethodDescriptor.<io.platonic.wallet.v1.ListRatesRequest, io.platonic.wallet.v1.ListRatesResponse>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.UNARY)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "ListRates"))
              .setSafe(true)
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.platonic.wallet.v1.ListRatesRequest.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.platonic.wallet.v1.ListRatesResponse.getDefaultInstance()))
              .setSchemaDescriptor(new ExchangeServiceMethodDescriptorSupplier("ListRates"))
              .build();
        }
      }
    }
    return getListRatesMethod;
  }

  private static volatile io.grpc.MethodDescriptor<io.platonic.wallet.v1.CreateQuoteRequest,
      io.platonic.wallet.v1.CreateQuoteResponse> getCreateQuoteMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "CreateQuote",
      requestType = io.platonic.wallet.v1.CreateQuoteRequest.class,
      responseType = io.platonic.wallet.v1.CreateQuoteResponse.class,
      methodType = io.grpc.MethodDescriptor.MethodType.UNARY)
  public static io.grpc.MethodDescriptor<io.platonic.wallet.v1.CreateQuoteRequest,
      io.platonic.wallet.v1.CreateQuoteResponse> getCreateQuoteMethod() {
    io.grpc.MethodDescriptor<io.platonic.wallet.v1.CreateQuoteRequest, io.platonic.wallet.v1.CreateQuoteResponse> getCreateQuoteMethod;
    if ((getCreateQuoteMethod = ExchangeServiceGrpc.getCreateQuoteMethod) == null) {
      synchronized (ExchangeServiceGrpc.class) {
        if ((getCreateQuoteMethod = ExchangeServiceGrpc.getCreateQuoteMethod) == null) {
          ExchangeServiceGrpc.getCreateQuoteMethod = getCreateQuoteMethod =
              io.grpc.MethodDescriptor.<io.platonic.wallet.v1.CreateQuoteRequest, io.platonic.wallet.v1.CreateQuoteResponse>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.UNARY)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "CreateQuote"))
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.platonic.wallet.v1.CreateQuoteRequest.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.platonic.wallet.v1.CreateQuoteResponse.getDefaultInstance()))
              .setSchemaDescriptor(new ExchangeServiceMethodDescriptorSupplier("CreateQuote"))
              .build();
        }
      }
    }
    return getCreateQuoteMethod;
  }

  private static volatile io.grpc.MethodDescriptor<io.platonic.wallet.v1.ExchangeRequest,
      io.platonic.wallet.v1.ExchangeResponse> getExchangeMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "Exchange",
      requestType = io.platonic.wallet.v1.ExchangeRequest.class,
      responseType = io.platonic.wallet.v1.ExchangeResponse.class,
      methodType = io.grpc.MethodDescriptor.MethodType.UNARY)
  public static io.grpc.MethodDescriptor<io.platonic.wallet.v1.ExchangeRequest,
      io.platonic.wallet.v1.ExchangeResponse> getExchangeMethod() {
    io.grpc.MethodDescriptor<io.platonic.wallet.v1.ExchangeRequest, io.platonic.wallet.v1.ExchangeResponse> getExchangeMethod;
    if ((getExchangeMethod = ExchangeServiceGrpc.getExchangeMethod) == null) {
      synchronized (ExchangeServiceGrpc.class) {
        if ((getExchangeMethod = ExchangeServiceGrpc.getExchangeMethod) == null) {
          ExchangeServiceGrpc.getExchangeMethod = getExchangeMethod =
              io.grpc.MethodDescriptor.<io.platonic.wallet.v1.ExchangeRequest, io.platonic.wallet.v1.ExchangeResponse>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.UNARY)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "Exchange"))
              .setIdempotent(true)
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.platonic.wallet.v1.ExchangeRequest.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.platonic.wallet.v1.ExchangeResponse.getDefaultInstance()))
              .setSchemaDescriptor(new ExchangeServiceMethodDescriptorSupplier("Exchange"))
              .build();
        }
      }
    }
    return getExchangeMethod;
  }

  private static volatile io.grpc.MethodDescriptor<io.platonic.wallet.v1.ExchangeCurrenciesRequest,
      io.platonic.wallet.v1.ExchangeCurrenciesResponse> getExchangeCurrenciesMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "ExchangeCurrencies",
      requestType = io.platonic.wallet.v1.ExchangeCurrenciesRequest.class,
      responseType = io.platonic.wallet.v1.ExchangeCurrenciesResponse.class,
      methodType = io.grpc.MethodDescriptor.MethodType.UNARY)
  public static io.grpc.MethodDescriptor<io.platonic.wallet.v1.ExchangeCurrenciesRequest,
      io.platonic.wallet.v1.ExchangeCurrenciesResponse> getExchangeCurrenciesMethod() {
    io.grpc.MethodDescriptor<io.platonic.wallet.v1.ExchangeCurrenciesRequest, io.platonic.wallet.v1.ExchangeCurrenciesResponse> getExchangeCurrenciesMethod;
    if ((getExchangeCurrenciesMethod = ExchangeServiceGrpc.getExchangeCurrenciesMethod) == null) {
      synchronized (ExchangeServiceGrpc.class) {
        if ((getExchangeCurrenciesMethod = ExchangeServiceGrpc.getExchangeCurrenciesMethod) == null) {
          ExchangeServiceGrpc.getExchangeCurrenciesMethod = getExchangeCurrenciesMethod =
              io.grpc.MethodDescriptor.<io.platonic.wallet.v1.ExchangeCurrenciesRequest, io.platonic.wallet.v1.ExchangeCurrenciesResponse>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.UNARY)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "ExchangeCurrencies"))
              .setIdempotent(true)
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.platonic.wallet.v1.ExchangeCurrenciesRequest.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.platonic.wallet.v1.ExchangeCurrenciesResponse.getDefaultInstance()))
              .setSchemaDescriptor(new ExchangeServiceMethodDescriptorSupplier("ExchangeCurrencies"))
              .build();
        }
      }
    }
    return getExchangeCurrenciesMethod;
  }

  private static volatile io.grpc.MethodDescriptor<io.platonic.wallet.v1.ListExchangesRequest,
      io.platonic.wallet.v1.ListExchangesResponse> getListExchangesMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "ListExchanges",
      requestType = io.platonic.wallet.v1.ListExchangesRequest.class,
      responseType = io.platonic.wallet.v1.ListExchangesResponse.class,
      methodType = io.grpc.MethodDescriptor.MethodType.UNARY)
  public static io.grpc.MethodDescriptor<io.platonic.wallet.v1.ListExchangesRequest,
      io.platonic.wallet.v1.ListExchangesResponse> getListExchangesMethod() {
    io.grpc.MethodDescriptor<io.platonic.wallet.v1.ListExchangesRequest, io.platonic.wallet.v1.ListExchangesResponse> getListExchangesMethod;
    if ((getListExchangesMethod = ExchangeServiceGrpc.getListExchangesMethod) == null) {
      synchronized (ExchangeServiceGrpc.class) {
        if ((getListExchangesMethod = ExchangeServiceGrpc.getListExchangesMethod) == null) {
          ExchangeServiceGrpc.getListExchangesMethod = getListExchangesMethod =
              io.grpc.MethodDescriptor.<io.platonic.wallet.v1.ListExchangesRequest, io.platonic.wallet.v1.ListExchangesResponse>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.UNARY)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "ListExchanges"))
              .setSafe(true)
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.platonic.wallet.v1.ListExchangesRequest.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.platonic.wallet.v1.ListExchangesResponse.getDefaultInstance()))
              .setSchemaDescriptor(new ExchangeServiceMethodDescriptorSupplier("ListExchanges"))
              .build();
        }
      }
    }
    return getListExchangesMethod;
  }

  /**
   * Creates a new async stub that supports all call types for the service
   */
  public static ExchangeServiceStub newStub(io.grpc.Channel channel) {
    io.grpc.stub.AbstractStub.StubFactory<ExchangeServiceStub> factory =
      new io.grpc.stub.AbstractStub.StubFactory<ExchangeServiceStub>() {
        @java.lang.Override
        public ExchangeServiceStub newStub(io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
          return new ExchangeServiceStub(channel, callOptions);
        }
      };
    return ExchangeServiceStub.newStub(factory, channel);
  }

  /**
   * Creates a new blocking-style stub that supports all types of calls on the service
   */
  public static ExchangeServiceBlockingV2Stub newBlockingV2Stub(
      io.grpc.Channel channel) {
    io.grpc.stub.AbstractStub.StubFactory<ExchangeServiceBlockingV2Stub> factory =
      new io.grpc.stub.AbstractStub.StubFactory<ExchangeServiceBlockingV2Stub>() {
        @java.lang.Override
        public ExchangeServiceBlockingV2Stub newStub(io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
          return new ExchangeServiceBlockingV2Stub(channel, callOptions);
        }
      };
    return ExchangeServiceBlockingV2Stub.newStub(factory, channel);
  }

  /**
   * Creates a new blocking-style stub that supports unary and streaming output calls on the service
   */
  public static ExchangeServiceBlockingStub newBlockingStub(
      io.grpc.Channel channel) {
    io.grpc.stub.AbstractStub.StubFactory<ExchangeServiceBlockingStub> factory =
      new io.grpc.stub.AbstractStub.StubFactory<ExchangeServiceBlockingStub>() {
        @java.lang.Override
        public ExchangeServiceBlockingStub newStub(io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
          return new ExchangeServiceBlockingStub(channel, callOptions);
        }
      };
    return ExchangeServiceBlockingStub.newStub(factory, channel);
  }

  /**
   * Creates a new ListenableFuture-style stub that supports unary calls on the service
   */
  public static ExchangeServiceFutureStub newFutureStub(
      io.grpc.Channel channel) {
    io.grpc.stub.AbstractStub.StubFactory<ExchangeServiceFutureStub> factory =
      new io.grpc.stub.AbstractStub.StubFactory<ExchangeServiceFutureStub>() {
        @java.lang.Override
        public ExchangeServiceFutureStub newStub(io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
          return new ExchangeServiceFutureStub(channel, callOptions);
        }
      };
    return ExchangeServiceFutureStub.newStub(factory, channel);
  }

  /**
   * <pre>
   * Exchange between tokens and currencies. A rejected exchange is a successful call with `success` false.
   * </pre>
   */
  public interface AsyncService {

    /**
     * <pre>
     * Lists the current rates.
     * </pre>
     */
    default void listRates(io.platonic.wallet.v1.ListRatesRequest request,
        io.grpc.stub.StreamObserver<io.platonic.wallet.v1.ListRatesResponse> responseObserver) {
      io.grpc.stub.ServerCalls.asyncUnimplementedUnaryCall(getListRatesMethod(), responseObserver);
    }

    /**
     * <pre>
     * Quotes terms for an exchange, which are valid for seconds.
     * </pre>
     */
    default void createQuote(io.platonic.wallet.v1.CreateQuoteRequest request,
        io.grpc.stub.StreamObserver<io.platonic.wallet.v1.CreateQuoteResponse> responseObserver) {
      io.grpc.stub.ServerCalls.asyncUnimplementedUnaryCall(getCreateQuoteMethod(), responseObserver);
    }

    /**
     * <pre>
     * Exchanges at a quote's terms, or at the current rate.
     * </pre>
     */
    default void exchange(io.platonic.wallet.v1.ExchangeRequest request,
        io.grpc.stub.StreamObserver<io.platonic.wallet.v1.ExchangeResponse> responseObserver) {
      io.grpc.stub.ServerCalls.asyncUnimplementedUnaryCall(getExchangeMethod(), responseObserver);
    }

    /**
     * <pre>
     * Exchanges one external currency into another.
     * </pre>
     */
    default void exchangeCurrencies(io.platonic.wallet.v1.ExchangeCurrenciesRequest request,
        io.grpc.stub.StreamObserver<io.platonic.wallet.v1.ExchangeCurrenciesResponse> responseObserver) {
      io.grpc.stub.ServerCalls.asyncUnimplementedUnaryCall(getExchangeCurrenciesMethod(), responseObserver);
    }

    /**
     * <pre>
     * Lists the successful exchanges of a wallet, newest first.
     * </pre>
     */
    default void listExchanges(io.platonic.wallet.v1.ListExchangesRequest request,
        io.grpc.stub.StreamObserver<io.platonic.wallet.v1.ListExchangesResponse> responseObserver) {
      io.grpc.stub.ServerCalls.asyncUnimplementedUnaryCall(getListExchangesMethod(), responseObserver);
    }
  }

  /**
   * Base class for the server implementation of the service ExchangeService.
   * <pre>
   * Exchange between tokens and currencies. A rejected exchange is a successful call with `success` false.
   * </pre>
   */
  public static abstract class ExchangeServiceImplBase
      implements io.grpc.BindableService, AsyncService {

    @java.lang.Override public final io.grpc.ServerServiceDefinition bindService() {
      return ExchangeServiceGrpc.bindService(this);
    }
  }

  /**
   * A stub to allow clients to do asynchronous rpc calls to service ExchangeService.
   * <pre>
   * Exchange between tokens and currencies. A rejected exchange is a successful call with `success` false.
   * </pre>
   */
  public static final class ExchangeServiceStub
      extends io.grpc.stub.AbstractAsyncStub<ExchangeServiceStub> {
    private ExchangeServiceStub(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      super(channel, callOptions);
    }

    @java.lang.Override
    protected ExchangeServiceStub build(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      return new ExchangeServiceStub(channel, callOptions);
    }

    /**
     * <pre>
     * Lists the current rates.
     * </pre>
     */
    public void listRates(io.platonic.wallet.v1.ListRatesRequest request,
        io.grpc.stub.StreamObserver<io.platonic.wallet.v1.ListRatesResponse> responseObserver) {
      io.grpc.stub.ClientCalls.asyncUnaryCall(
          getChannel().newCall(getListRatesMethod(), getCallOptions()), request, responseObserver);
    }

    /**
     * <pre>
     * Quotes terms for an exchange, which are valid for seconds.
     * </pre>
     */
    public void createQuote(io.platonic.wallet.v1.CreateQuoteRequest request,
        io.grpc.stub.StreamObserver<io.platonic.wallet.v1.CreateQuoteResponse> responseObserver) {
      io.grpc.stub.ClientCalls.asyncUnaryCall(
          getChannel().newCall(getCreateQuoteMethod(), getCallOptions()), request, responseObserver);
    }

    /**
     * <pre>
     * Exchanges at a quote's terms, or at the current rate.
     * </pre>
     */
    public void exchange(io.platonic.wallet.v1.ExchangeRequest request,
        io.grpc.stub.StreamObserver<io.platonic.wallet.v1.ExchangeResponse> responseObserver) {
      io.grpc.stub.ClientCalls.asyncUnaryCall(
          getChannel().newCall(getExchangeMethod(), getCallOptions()), request, responseObserver);
    }

    /**
     * <pre>
     * Exchanges one external currency into another.
     * </pre>
     */
    public void exchangeCurrencies(io.platonic.wallet.v1.ExchangeCurrenciesRequest request,
        io.grpc.stub.StreamObserver<io.platonic.wallet.v1.ExchangeCurrenciesResponse> responseObserver) {
      io.grpc.stub.ClientCalls.asyncUnaryCall(
          getChannel().newCall(getExchangeCurrenciesMethod(), getCallOptions()), request, responseObserver);
    }

    /**
     * <pre>
     * Lists the successful exchanges of a wallet, newest first.
     * </pre>
     */
    public void listExchanges(io.platonic.wallet.v1.ListExchangesRequest request,
        io.grpc.stub.StreamObserver<io.platonic.wallet.v1.ListExchangesResponse> responseObserver) {
      io.grpc.stub.ClientCalls.asyncUnaryCall(
          getChannel().newCall(getListExchangesMethod(), getCallOptions()), request, responseObserver);
    }
  }

  /**
   * A stub to allow clients to do synchronous rpc calls to service ExchangeService.
   * <pre>
   * Exchange between tokens and currencies. A rejected exchange is a successful call with `success` false.
   * </pre>
   */
  public static final class ExchangeServiceBlockingV2Stub
      extends io.grpc.stub.AbstractBlockingStub<ExchangeServiceBlockingV2Stub> {
    private ExchangeServiceBlockingV2Stub(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      super(channel, callOptions);
    }

    @java.lang.Override
    protected ExchangeServiceBlockingV2Stub build(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      return new ExchangeServiceBlockingV2Stub(channel, callOptions);
    }

    /**
     * <pre>
     * Lists the current rates.
     * </pre>
     */
    public io.platonic.wallet.v1.ListRatesResponse listRates(io.platonic.wallet.v1.ListRatesRequest request) throws io.grpc.StatusException {
      return io.grpc.stub.ClientCalls.blockingV2UnaryCall(
          getChannel(), getListRatesMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Quotes terms for an exchange, which are valid for seconds.
     * </pre>
     */
    public io.platonic.wallet.v1.CreateQuoteResponse createQuote(io.platonic.wallet.v1.CreateQuoteRequest request) throws io.grpc.StatusException {
      return io.grpc.stub.ClientCalls.blockingV2UnaryCall(
          getChannel(), getCreateQuoteMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Exchanges at a quote's terms, or at the current rate.
     * </pre>
     */
    public io.platonic.wallet.v1.ExchangeResponse exchange(io.platonic.wallet.v1.ExchangeRequest request) throws io.grpc.StatusException {
      return io.grpc.stub.ClientCalls.blockingV2UnaryCall(
          getChannel(), getExchangeMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Exchanges one external currency into another.
     * </pre>
     */
    public io.platonic.wallet.v1.ExchangeCurrenciesResponse exchangeCurrencies(io.platonic.wallet.v1.ExchangeCurrenciesRequest request) throws io.grpc.StatusException {
      return io.grpc.stub.ClientCalls.blockingV2UnaryCall(
          getChannel(), getExchangeCurrenciesMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Lists the successful exchanges of a wallet, newest first.
     * </pre>
     */
    public io.platonic.wallet.v1.ListExchangesResponse listExchanges(io.platonic.wallet.v1.ListExchangesRequest request) throws io.grpc.StatusException {
      return io.grpc.stub.ClientCalls.blockingV2UnaryCall(
          getChannel(), getListExchangesMethod(), getCallOptions(), request);
    }
  }

  /**
   * A stub to allow clients to do limited synchronous rpc calls to service ExchangeService.
   * <pre>
   * Exchange between tokens and currencies. A rejected exchange is a successful call with `success` false.
   * </pre>
   */
  public static final class ExchangeServiceBlockingStub
      extends io.grpc.stub.AbstractBlockingStub<ExchangeServiceBlockingStub> {
    private ExchangeServiceBlockingStub(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      super(channel, callOptions);
    }

    @java.lang.Override
    protected ExchangeServiceBlockingStub build(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      return new ExchangeServiceBlockingStub(channel, callOptions);
    }

    /**
     * <pre>
     * Lists the current rates.
     * </pre>
     */
    public io.platonic.wallet.v1.ListRatesResponse listRates(io.platonic.wallet.v1.ListRatesRequest request) {
      return io.grpc.stub.ClientCalls.blockingUnaryCall(
          getChannel(), getListRatesMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Quotes terms for an exchange, which are valid for seconds.
     * </pre>
     */
    public io.platonic.wallet.v1.CreateQuoteResponse createQuote(io.platonic.wallet.v1.CreateQuoteRequest request) {
      return io.grpc.stub.ClientCalls.blockingUnaryCall(
          getChannel(), getCreateQuoteMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Exchanges at a quote's terms, or at the current rate.
     * </pre>
     */
    public io.platonic.wallet.v1.ExchangeResponse exchange(io.platonic.wallet.v1.ExchangeRequest request) {
      return io.grpc.stub.ClientCalls.blockingUnaryCall(
          getChannel(), getExchangeMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Exchanges one external currency into another.
     * </pre>
     */
    public io.platonic.wallet.v1.ExchangeCurrenciesResponse exchangeCurrencies(io.platonic.wallet.v1.ExchangeCurrenciesRequest request) {
      return io.grpc.stub.ClientCalls.blockingUnaryCall(
          getChannel(), getExchangeCurrenciesMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Lists the successful exchanges of a wallet, newest first.
     * </pre>
     */
    public io.platonic.wallet.v1.ListExchangesResponse listExchanges(io.platonic.wallet.v1.ListExchangesRequest request) {
      return io.grpc.stub.ClientCalls.blockingUnaryCall(
          getChannel(), getListExchangesMethod(), getCallOptions(), request);
    }
  }

  /**
   * A stub to allow clients to do ListenableFuture-style rpc calls to service ExchangeService.
   * <pre>
   * Exchange between tokens and currencies. A rejected exchange is a successful call with `success` false.
   * </pre>
   */
  public static final class ExchangeServiceFutureStub
      extends io.grpc.stub.AbstractFutureStub<ExchangeServiceFutureStub> {
    private ExchangeServiceFutureStub(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      super(channel, callOptions);
    }

    @java.lang.Override
    protected ExchangeServiceFutureStub build(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      return new ExchangeServiceFutureStub(channel, callOptions);
    }

    /**
     * <pre>
     * Lists the current rates.
     * </pre>
     */
    public com.google.common.util.concurrent.ListenableFuture<io.platonic.wallet.v1.ListRatesResponse> listRates(
        io.platonic.wallet.v1.ListRatesRequest request) {
      return io.grpc.stub.ClientCalls.futureUnaryCall(
          getChannel().newCall(getListRatesMethod(), getCallOptions()), request);
    }

    /**
     * <pre>
     * Quotes terms for an exchange, which are valid for seconds.
     * </pre>
     */
    public com.google.common.util.concurrent.ListenableFuture<io.platonic.wallet.v1.CreateQuoteResponse> createQuote(
        io.platonic.wallet.v1.CreateQuoteRequest request) {
      return io.grpc.stub.ClientCalls.futureUnaryCall(
          getChannel().newCall(getCreateQuoteMethod(), getCallOptions()), request);
    }

    /**
     * <pre>
     * Exchanges at a quote's terms, or at the current rate.
     * </pre>
     */
    public com.google.common.util.concurrent.ListenableFuture<io.platonic.wallet.v1.ExchangeResponse> exchange(
        io.platonic.wallet.v1.ExchangeRequest request) {
      return io.grpc.stub.ClientCalls.futureUnaryCall(
          getChannel().newCall(getExchangeMethod(), getCallOptions()), request);
    }

    /**
     * <pre>
     * Exchanges one external currency into another.
     * </pre>
     */
    public com.google.common.util.concurrent.ListenableFuture<io.platonic.wallet.v1.ExchangeCurrenciesResponse> exchangeCurrencies(
        io.platonic.wallet.v1.ExchangeCurrenciesRequest request) {
      return io.grpc.stub.ClientCalls.futureUnaryCall(
          getChannel().newCall(getExchangeCurrenciesMethod(), getCallOptions()), request);
    }

    /**
     * <pre>
     * Lists the successful exchanges of a wallet, newest first.
     * </pre>
     */
    public com.google.common.util.concurrent.ListenableFuture<io.platonic.wallet.v1.ListExchangesResponse> listExchanges(
        io.platonic.wallet.v1.ListExchangesRequest request) {
      return io.grpc.stub.ClientCalls.futureUnaryCall(
          getChannel().newCall(getListExchangesMethod(), getCallOptions()), request);
    }
  }

  private static final int METHODID_LIST_RATES = 0;
  private static final int METHODID_CREATE_QUOTE = 1;
  private static final int METHODID_EXCHANGE = 2;
  private static final int METHODID_EXCHANGE_CURRENCIES = 3;
  private static final int METHODID_LIST_EXCHANGES = 4;

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
        case METHODID_LIST_RATES:
          serviceImpl.listRates((io.platonic.wallet.v1.ListRatesRequest) request,
              (io.grpc.stub.StreamObserver<io.platonic.wallet.v1.ListRatesResponse>) responseObserver);
          break;
        case METHODID_CREATE_QUOTE:
          serviceImpl.createQuote((io.platonic.wallet.v1.CreateQuoteRequest) request,
              (io.grpc.stub.StreamObserver<io.platonic.wallet.v1.CreateQuoteResponse>) responseObserver);
          break;
        case METHODID_EXCHANGE:
          serviceImpl.exchange((io.platonic.wallet.v1.ExchangeRequest) request,
              (io.grpc.stub.StreamObserver<io.platonic.wallet.v1.ExchangeResponse>) responseObserver);
          break;
        case METHODID_EXCHANGE_CURRENCIES:
          serviceImpl.exchangeCurrencies((io.platonic.wallet.v1.ExchangeCurrenciesRequest) request,
              (io.grpc.stub.StreamObserver<io.platonic.wallet.v1.ExchangeCurrenciesResponse>) responseObserver);
          break;
        case METHODID_LIST_EXCHANGES:
          serviceImpl.listExchanges((io.platonic.wallet.v1.ListExchangesRequest) request,
              (io.grpc.stub.StreamObserver<io.platonic.wallet.v1.ListExchangesResponse>) responseObserver);
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
          getListRatesMethod(),
          io.grpc.stub.ServerCalls.asyncUnaryCall(
            new MethodHandlers<
              io.platonic.wallet.v1.ListRatesRequest,
              io.platonic.wallet.v1.ListRatesResponse>(
                service, METHODID_LIST_RATES)))
        .addMethod(
          getCreateQuoteMethod(),
          io.grpc.stub.ServerCalls.asyncUnaryCall(
            new MethodHandlers<
              io.platonic.wallet.v1.CreateQuoteRequest,
              io.platonic.wallet.v1.CreateQuoteResponse>(
                service, METHODID_CREATE_QUOTE)))
        .addMethod(
          getExchangeMethod(),
          io.grpc.stub.ServerCalls.asyncUnaryCall(
            new MethodHandlers<
              io.platonic.wallet.v1.ExchangeRequest,
              io.platonic.wallet.v1.ExchangeResponse>(
                service, METHODID_EXCHANGE)))
        .addMethod(
          getExchangeCurrenciesMethod(),
          io.grpc.stub.ServerCalls.asyncUnaryCall(
            new MethodHandlers<
              io.platonic.wallet.v1.ExchangeCurrenciesRequest,
              io.platonic.wallet.v1.ExchangeCurrenciesResponse>(
                service, METHODID_EXCHANGE_CURRENCIES)))
        .addMethod(
          getListExchangesMethod(),
          io.grpc.stub.ServerCalls.asyncUnaryCall(
            new MethodHandlers<
              io.platonic.wallet.v1.ListExchangesRequest,
              io.platonic.wallet.v1.ListExchangesResponse>(
                service, METHODID_LIST_EXCHANGES)))
        .build();
  }

  private static abstract class ExchangeServiceBaseDescriptorSupplier
      implements io.grpc.protobuf.ProtoFileDescriptorSupplier, io.grpc.protobuf.ProtoServiceDescriptorSupplier {
    ExchangeServiceBaseDescriptorSupplier() {}

    @java.lang.Override
    public com.google.protobuf.Descriptors.FileDescriptor getFileDescriptor() {
      return io.platonic.wallet.v1.ExchangeServiceProto.getDescriptor();
    }

    @java.lang.Override
    public com.google.protobuf.Descriptors.ServiceDescriptor getServiceDescriptor() {
      return getFileDescriptor().findServiceByName("ExchangeService");
    }
  }

  private static final class ExchangeServiceFileDescriptorSupplier
      extends ExchangeServiceBaseDescriptorSupplier {
    ExchangeServiceFileDescriptorSupplier() {}
  }

  private static final class ExchangeServiceMethodDescriptorSupplier
      extends ExchangeServiceBaseDescriptorSupplier
      implements io.grpc.protobuf.ProtoMethodDescriptorSupplier {
    private final java.lang.String methodName;

    ExchangeServiceMethodDescriptorSupplier(java.lang.String methodName) {
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
      synchronized (ExchangeServiceGrpc.class) {
        result = serviceDescriptor;
        if (result == null) {
          serviceDescriptor = result = io.grpc.ServiceDescriptor.newBuilder(SERVICE_NAME)
              .setSchemaDescriptor(new ExchangeServiceFileDescriptorSupplier())
              .addMethod(getListRatesMethod())
              .addMethod(getCreateQuoteMethod())
              .addMethod(getExchangeMethod())
              .addMethod(getExchangeCurrenciesMethod())
              .addMethod(getListExchangesMethod())
              .build();
        }
      }
    }
    return result;
  }
}
