package io.platonic.wallet.v1;

import static io.grpc.MethodDescriptor.generateFullMethodName;

/**
 * <pre>
 * Endpoints to which the service posts the events of a wallet, or of all wallets, as EventService tells them. Requests
 * without an identity are about the endpoints for all wallets, and need the permission `ledger:watch` besides.
 * </pre>
 */
@io.grpc.stub.annotations.GrpcGenerated
public final class WebhookServiceGrpc {

  private WebhookServiceGrpc() {}

  public static final java.lang.String SERVICE_NAME = "wallet.v1.WebhookService";

  // Static method descriptors that strictly reflect the proto.
  private static volatile io.grpc.MethodDescriptor<io.platonic.wallet.v1.CreateWebhookRequest,
      io.platonic.wallet.v1.CreateWebhookResponse> getCreateWebhookMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "CreateWebhook",
      requestType = io.platonic.wallet.v1.CreateWebhookRequest.class,
      responseType = io.platonic.wallet.v1.CreateWebhookResponse.class,
      methodType = io.grpc.MethodDescriptor.MethodType.UNARY)
  public static io.grpc.MethodDescriptor<io.platonic.wallet.v1.CreateWebhookRequest,
      io.platonic.wallet.v1.CreateWebhookResponse> getCreateWebhookMethod() {
    io.grpc.MethodDescriptor<io.platonic.wallet.v1.CreateWebhookRequest, io.platonic.wallet.v1.CreateWebhookResponse> getCreateWebhookMethod;
    if ((getCreateWebhookMethod = WebhookServiceGrpc.getCreateWebhookMethod) == null) {
      synchronized (WebhookServiceGrpc.class) {
        if ((getCreateWebhookMethod = WebhookServiceGrpc.getCreateWebhookMethod) == null) {
          WebhookServiceGrpc.getCreateWebhookMethod = getCreateWebhookMethod =
              io.grpc.MethodDescriptor.<io.platonic.wallet.v1.CreateWebhookRequest, io.platonic.wallet.v1.CreateWebhookResponse>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.UNARY)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "CreateWebhook"))
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.platonic.wallet.v1.CreateWebhookRequest.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.platonic.wallet.v1.CreateWebhookResponse.getDefaultInstance()))
              .setSchemaDescriptor(new WebhookServiceMethodDescriptorSupplier("CreateWebhook"))
              .build();
        }
      }
    }
    return getCreateWebhookMethod;
  }

  private static volatile io.grpc.MethodDescriptor<io.platonic.wallet.v1.ListWebhooksRequest,
      io.platonic.wallet.v1.ListWebhooksResponse> getListWebhooksMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "ListWebhooks",
      requestType = io.platonic.wallet.v1.ListWebhooksRequest.class,
      responseType = io.platonic.wallet.v1.ListWebhooksResponse.class,
      methodType = io.grpc.MethodDescriptor.MethodType.UNARY)
  public static io.grpc.MethodDescriptor<io.platonic.wallet.v1.ListWebhooksRequest,
      io.platonic.wallet.v1.ListWebhooksResponse> getListWebhooksMethod() {
    io.grpc.MethodDescriptor<io.platonic.wallet.v1.ListWebhooksRequest, io.platonic.wallet.v1.ListWebhooksResponse> getListWebhooksMethod;
    if ((getListWebhooksMethod = WebhookServiceGrpc.getListWebhooksMethod) == null) {
      synchronized (WebhookServiceGrpc.class) {
        if ((getListWebhooksMethod = WebhookServiceGrpc.getListWebhooksMethod) == null) {
          WebhookServiceGrpc.getListWebhooksMethod = getListWebhooksMethod =
              io.grpc.MethodDescriptor.<io.platonic.wallet.v1.ListWebhooksRequest, io.platonic.wallet.v1.ListWebhooksResponse>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.UNARY)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "ListWebhooks"))
              .setSafe(true)
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.platonic.wallet.v1.ListWebhooksRequest.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.platonic.wallet.v1.ListWebhooksResponse.getDefaultInstance()))
              .setSchemaDescriptor(new WebhookServiceMethodDescriptorSupplier("ListWebhooks"))
              .build();
        }
      }
    }
    return getListWebhooksMethod;
  }

  private static volatile io.grpc.MethodDescriptor<io.platonic.wallet.v1.UpdateWebhookRequest,
      io.platonic.wallet.v1.UpdateWebhookResponse> getUpdateWebhookMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "UpdateWebhook",
      requestType = io.platonic.wallet.v1.UpdateWebhookRequest.class,
      responseType = io.platonic.wallet.v1.UpdateWebhookResponse.class,
      methodType = io.grpc.MethodDescriptor.MethodType.UNARY)
  public static io.grpc.MethodDescriptor<io.platonic.wallet.v1.UpdateWebhookRequest,
      io.platonic.wallet.v1.UpdateWebhookResponse> getUpdateWebhookMethod() {
    io.grpc.MethodDescriptor<io.platonic.wallet.v1.UpdateWebhookRequest, io.platonic.wallet.v1.UpdateWebhookResponse> getUpdateWebhookMethod;
    if ((getUpdateWebhookMethod = WebhookServiceGrpc.getUpdateWebhookMethod) == null) {
      synchronized (WebhookServiceGrpc.class) {
        if ((getUpdateWebhookMethod = WebhookServiceGrpc.getUpdateWebhookMethod) == null) {
          WebhookServiceGrpc.getUpdateWebhookMethod = getUpdateWebhookMethod =
              io.grpc.MethodDescriptor.<io.platonic.wallet.v1.UpdateWebhookRequest, io.platonic.wallet.v1.UpdateWebhookResponse>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.UNARY)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "UpdateWebhook"))
              .setIdempotent(true)
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.platonic.wallet.v1.UpdateWebhookRequest.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.platonic.wallet.v1.UpdateWebhookResponse.getDefaultInstance()))
              .setSchemaDescriptor(new WebhookServiceMethodDescriptorSupplier("UpdateWebhook"))
              .build();
        }
      }
    }
    return getUpdateWebhookMethod;
  }

  private static volatile io.grpc.MethodDescriptor<io.platonic.wallet.v1.DeleteWebhookRequest,
      io.platonic.wallet.v1.DeleteWebhookResponse> getDeleteWebhookMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "DeleteWebhook",
      requestType = io.platonic.wallet.v1.DeleteWebhookRequest.class,
      responseType = io.platonic.wallet.v1.DeleteWebhookResponse.class,
      methodType = io.grpc.MethodDescriptor.MethodType.UNARY)
  public static io.grpc.MethodDescriptor<io.platonic.wallet.v1.DeleteWebhookRequest,
      io.platonic.wallet.v1.DeleteWebhookResponse> getDeleteWebhookMethod() {
    io.grpc.MethodDescriptor<io.platonic.wallet.v1.DeleteWebhookRequest, io.platonic.wallet.v1.DeleteWebhookResponse> getDeleteWebhookMethod;
    if ((getDeleteWebhookMethod = WebhookServiceGrpc.getDeleteWebhookMethod) == null) {
      synchronized (WebhookServiceGrpc.class) {
        if ((getDeleteWebhookMethod = WebhookServiceGrpc.getDeleteWebhookMethod) == null) {
          WebhookServiceGrpc.getDeleteWebhookMethod = getDeleteWebhookMethod =
              io.grpc.MethodDescriptor.<io.platonic.wallet.v1.DeleteWebhookRequest, io.platonic.wallet.v1.DeleteWebhookResponse>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.UNARY)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "DeleteWebhook"))
              .setIdempotent(true)
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.platonic.wallet.v1.DeleteWebhookRequest.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.platonic.wallet.v1.DeleteWebhookResponse.getDefaultInstance()))
              .setSchemaDescriptor(new WebhookServiceMethodDescriptorSupplier("DeleteWebhook"))
              .build();
        }
      }
    }
    return getDeleteWebhookMethod;
  }

  private static volatile io.grpc.MethodDescriptor<io.platonic.wallet.v1.RotateWebhookSecretRequest,
      io.platonic.wallet.v1.RotateWebhookSecretResponse> getRotateWebhookSecretMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "RotateWebhookSecret",
      requestType = io.platonic.wallet.v1.RotateWebhookSecretRequest.class,
      responseType = io.platonic.wallet.v1.RotateWebhookSecretResponse.class,
      methodType = io.grpc.MethodDescriptor.MethodType.UNARY)
  public static io.grpc.MethodDescriptor<io.platonic.wallet.v1.RotateWebhookSecretRequest,
      io.platonic.wallet.v1.RotateWebhookSecretResponse> getRotateWebhookSecretMethod() {
    io.grpc.MethodDescriptor<io.platonic.wallet.v1.RotateWebhookSecretRequest, io.platonic.wallet.v1.RotateWebhookSecretResponse> getRotateWebhookSecretMethod;
    if ((getRotateWebhookSecretMethod = WebhookServiceGrpc.getRotateWebhookSecretMethod) == null) {
      synchronized (WebhookServiceGrpc.class) {
        if ((getRotateWebhookSecretMethod = WebhookServiceGrpc.getRotateWebhookSecretMethod) == null) {
          WebhookServiceGrpc.getRotateWebhookSecretMethod = getRotateWebhookSecretMethod =
              io.grpc.MethodDescriptor.<io.platonic.wallet.v1.RotateWebhookSecretRequest, io.platonic.wallet.v1.RotateWebhookSecretResponse>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.UNARY)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "RotateWebhookSecret"))
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.platonic.wallet.v1.RotateWebhookSecretRequest.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.platonic.wallet.v1.RotateWebhookSecretResponse.getDefaultInstance()))
              .setSchemaDescriptor(new WebhookServiceMethodDescriptorSupplier("RotateWebhookSecret"))
              .build();
        }
      }
    }
    return getRotateWebhookSecretMethod;
  }

  private static volatile io.grpc.MethodDescriptor<io.platonic.wallet.v1.ListDeliveriesRequest,
      io.platonic.wallet.v1.ListDeliveriesResponse> getListDeliveriesMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "ListDeliveries",
      requestType = io.platonic.wallet.v1.ListDeliveriesRequest.class,
      responseType = io.platonic.wallet.v1.ListDeliveriesResponse.class,
      methodType = io.grpc.MethodDescriptor.MethodType.UNARY)
  public static io.grpc.MethodDescriptor<io.platonic.wallet.v1.ListDeliveriesRequest,
      io.platonic.wallet.v1.ListDeliveriesResponse> getListDeliveriesMethod() {
    io.grpc.MethodDescriptor<io.platonic.wallet.v1.ListDeliveriesRequest, io.platonic.wallet.v1.ListDeliveriesResponse> getListDeliveriesMethod;
    if ((getListDeliveriesMethod = WebhookServiceGrpc.getListDeliveriesMethod) == null) {
      synchronized (WebhookServiceGrpc.class) {
        if ((getListDeliveriesMethod = WebhookServiceGrpc.getListDeliveriesMethod) == null) {
          WebhookServiceGrpc.getListDeliveriesMethod = getListDeliveriesMethod =
              io.grpc.MethodDescriptor.<io.platonic.wallet.v1.ListDeliveriesRequest, io.platonic.wallet.v1.ListDeliveriesResponse>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.UNARY)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "ListDeliveries"))
              .setSafe(true)
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.platonic.wallet.v1.ListDeliveriesRequest.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.platonic.wallet.v1.ListDeliveriesResponse.getDefaultInstance()))
              .setSchemaDescriptor(new WebhookServiceMethodDescriptorSupplier("ListDeliveries"))
              .build();
        }
      }
    }
    return getListDeliveriesMethod;
  }

  private static volatile io.grpc.MethodDescriptor<io.platonic.wallet.v1.ReplayDeliveriesRequest,
      io.platonic.wallet.v1.ReplayDeliveriesResponse> getReplayDeliveriesMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "ReplayDeliveries",
      requestType = io.platonic.wallet.v1.ReplayDeliveriesRequest.class,
      responseType = io.platonic.wallet.v1.ReplayDeliveriesResponse.class,
      methodType = io.grpc.MethodDescriptor.MethodType.UNARY)
  public static io.grpc.MethodDescriptor<io.platonic.wallet.v1.ReplayDeliveriesRequest,
      io.platonic.wallet.v1.ReplayDeliveriesResponse> getReplayDeliveriesMethod() {
    io.grpc.MethodDescriptor<io.platonic.wallet.v1.ReplayDeliveriesRequest, io.platonic.wallet.v1.ReplayDeliveriesResponse> getReplayDeliveriesMethod;
    if ((getReplayDeliveriesMethod = WebhookServiceGrpc.getReplayDeliveriesMethod) == null) {
      synchronized (WebhookServiceGrpc.class) {
        if ((getReplayDeliveriesMethod = WebhookServiceGrpc.getReplayDeliveriesMethod) == null) {
          WebhookServiceGrpc.getReplayDeliveriesMethod = getReplayDeliveriesMethod =
              io.grpc.MethodDescriptor.<io.platonic.wallet.v1.ReplayDeliveriesRequest, io.platonic.wallet.v1.ReplayDeliveriesResponse>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.UNARY)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "ReplayDeliveries"))
              .setIdempotent(true)
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.platonic.wallet.v1.ReplayDeliveriesRequest.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.platonic.wallet.v1.ReplayDeliveriesResponse.getDefaultInstance()))
              .setSchemaDescriptor(new WebhookServiceMethodDescriptorSupplier("ReplayDeliveries"))
              .build();
        }
      }
    }
    return getReplayDeliveriesMethod;
  }

  /**
   * Creates a new async stub that supports all call types for the service
   */
  public static WebhookServiceStub newStub(io.grpc.Channel channel) {
    io.grpc.stub.AbstractStub.StubFactory<WebhookServiceStub> factory =
      new io.grpc.stub.AbstractStub.StubFactory<WebhookServiceStub>() {
        @java.lang.Override
        public WebhookServiceStub newStub(io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
          return new WebhookServiceStub(channel, callOptions);
        }
      };
    return WebhookServiceStub.newStub(factory, channel);
  }

  /**
   * Creates a new blocking-style stub that supports all types of calls on the service
   */
  public static WebhookServiceBlockingV2Stub newBlockingV2Stub(
      io.grpc.Channel channel) {
    io.grpc.stub.AbstractStub.StubFactory<WebhookServiceBlockingV2Stub> factory =
      new io.grpc.stub.AbstractStub.StubFactory<WebhookServiceBlockingV2Stub>() {
        @java.lang.Override
        public WebhookServiceBlockingV2Stub newStub(io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
          return new WebhookServiceBlockingV2Stub(channel, callOptions);
        }
      };
    return WebhookServiceBlockingV2Stub.newStub(factory, channel);
  }

  /**
   * Creates a new blocking-style stub that supports unary and streaming output calls on the service
   */
  public static WebhookServiceBlockingStub newBlockingStub(
      io.grpc.Channel channel) {
    io.grpc.stub.AbstractStub.StubFactory<WebhookServiceBlockingStub> factory =
      new io.grpc.stub.AbstractStub.StubFactory<WebhookServiceBlockingStub>() {
        @java.lang.Override
        public WebhookServiceBlockingStub newStub(io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
          return new WebhookServiceBlockingStub(channel, callOptions);
        }
      };
    return WebhookServiceBlockingStub.newStub(factory, channel);
  }

  /**
   * Creates a new ListenableFuture-style stub that supports unary calls on the service
   */
  public static WebhookServiceFutureStub newFutureStub(
      io.grpc.Channel channel) {
    io.grpc.stub.AbstractStub.StubFactory<WebhookServiceFutureStub> factory =
      new io.grpc.stub.AbstractStub.StubFactory<WebhookServiceFutureStub>() {
        @java.lang.Override
        public WebhookServiceFutureStub newStub(io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
          return new WebhookServiceFutureStub(channel, callOptions);
        }
      };
    return WebhookServiceFutureStub.newStub(factory, channel);
  }

  /**
   * <pre>
   * Endpoints to which the service posts the events of a wallet, or of all wallets, as EventService tells them. Requests
   * without an identity are about the endpoints for all wallets, and need the permission `ledger:watch` besides.
   * </pre>
   */
  public interface AsyncService {

    /**
     * <pre>
     * Creates an endpoint. The answer holds its secret, this once.
     * </pre>
     */
    default void createWebhook(io.platonic.wallet.v1.CreateWebhookRequest request,
        io.grpc.stub.StreamObserver<io.platonic.wallet.v1.CreateWebhookResponse> responseObserver) {
      io.grpc.stub.ServerCalls.asyncUnimplementedUnaryCall(getCreateWebhookMethod(), responseObserver);
    }

    /**
     * <pre>
     * Lists the endpoints, the oldest first.
     * </pre>
     */
    default void listWebhooks(io.platonic.wallet.v1.ListWebhooksRequest request,
        io.grpc.stub.StreamObserver<io.platonic.wallet.v1.ListWebhooksResponse> responseObserver) {
      io.grpc.stub.ServerCalls.asyncUnimplementedUnaryCall(getListWebhooksMethod(), responseObserver);
    }

    /**
     * <pre>
     * Changes the URL of an endpoint, or pauses it, or resumes it; what is absent stays as it is. What happens while it is paused is delivered afterwards.
     * </pre>
     */
    default void updateWebhook(io.platonic.wallet.v1.UpdateWebhookRequest request,
        io.grpc.stub.StreamObserver<io.platonic.wallet.v1.UpdateWebhookResponse> responseObserver) {
      io.grpc.stub.ServerCalls.asyncUnimplementedUnaryCall(getUpdateWebhookMethod(), responseObserver);
    }

    /**
     * <pre>
     * Deletes an endpoint and its log. Nothing is delivered to it any more.
     * </pre>
     */
    default void deleteWebhook(io.platonic.wallet.v1.DeleteWebhookRequest request,
        io.grpc.stub.StreamObserver<io.platonic.wallet.v1.DeleteWebhookResponse> responseObserver) {
      io.grpc.stub.ServerCalls.asyncUnimplementedUnaryCall(getDeleteWebhookMethod(), responseObserver);
    }

    /**
     * <pre>
     * Makes a new secret. Deliveries are signed with the ones before, too, each until the end that its replacement promised, so
     * that the receiver can be changed meanwhile. Of several calls at once, one makes a secret; the others get STATE_INVALID.
     * </pre>
     */
    default void rotateWebhookSecret(io.platonic.wallet.v1.RotateWebhookSecretRequest request,
        io.grpc.stub.StreamObserver<io.platonic.wallet.v1.RotateWebhookSecretResponse> responseObserver) {
      io.grpc.stub.ServerCalls.asyncUnimplementedUnaryCall(getRotateWebhookSecretMethod(), responseObserver);
    }

    /**
     * <pre>
     * Lists the attempts to deliver of the last seven days, the newest first: at most the last 1,000 of an endpoint.
     * </pre>
     */
    default void listDeliveries(io.platonic.wallet.v1.ListDeliveriesRequest request,
        io.grpc.stub.StreamObserver<io.platonic.wallet.v1.ListDeliveriesResponse> responseObserver) {
      io.grpc.stub.ServerCalls.asyncUnimplementedUnaryCall(getListDeliveriesMethod(), responseObserver);
    }

    /**
     * <pre>
     * Delivers again: the event of an attempt and all that follow it.
     * </pre>
     */
    default void replayDeliveries(io.platonic.wallet.v1.ReplayDeliveriesRequest request,
        io.grpc.stub.StreamObserver<io.platonic.wallet.v1.ReplayDeliveriesResponse> responseObserver) {
      io.grpc.stub.ServerCalls.asyncUnimplementedUnaryCall(getReplayDeliveriesMethod(), responseObserver);
    }
  }

  /**
   * Base class for the server implementation of the service WebhookService.
   * <pre>
   * Endpoints to which the service posts the events of a wallet, or of all wallets, as EventService tells them. Requests
   * without an identity are about the endpoints for all wallets, and need the permission `ledger:watch` besides.
   * </pre>
   */
  public static abstract class WebhookServiceImplBase
      implements io.grpc.BindableService, AsyncService {

    @java.lang.Override public final io.grpc.ServerServiceDefinition bindService() {
      return WebhookServiceGrpc.bindService(this);
    }
  }

  /**
   * A stub to allow clients to do asynchronous rpc calls to service WebhookService.
   * <pre>
   * Endpoints to which the service posts the events of a wallet, or of all wallets, as EventService tells them. Requests
   * without an identity are about the endpoints for all wallets, and need the permission `ledger:watch` besides.
   * </pre>
   */
  public static final class WebhookServiceStub
      extends io.grpc.stub.AbstractAsyncStub<WebhookServiceStub> {
    private WebhookServiceStub(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      super(channel, callOptions);
    }

    @java.lang.Override
    protected WebhookServiceStub build(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      return new WebhookServiceStub(channel, callOptions);
    }

    /**
     * <pre>
     * Creates an endpoint. The answer holds its secret, this once.
     * </pre>
     */
    public void createWebhook(io.platonic.wallet.v1.CreateWebhookRequest request,
        io.grpc.stub.StreamObserver<io.platonic.wallet.v1.CreateWebhookResponse> responseObserver) {
      io.grpc.stub.ClientCalls.asyncUnaryCall(
          getChannel().newCall(getCreateWebhookMethod(), getCallOptions()), request, responseObserver);
    }

    /**
     * <pre>
     * Lists the endpoints, the oldest first.
     * </pre>
     */
    public void listWebhooks(io.platonic.wallet.v1.ListWebhooksRequest request,
        io.grpc.stub.StreamObserver<io.platonic.wallet.v1.ListWebhooksResponse> responseObserver) {
      io.grpc.stub.ClientCalls.asyncUnaryCall(
          getChannel().newCall(getListWebhooksMethod(), getCallOptions()), request, responseObserver);
    }

    /**
     * <pre>
     * Changes the URL of an endpoint, or pauses it, or resumes it; what is absent stays as it is. What happens while it is paused is delivered afterwards.
     * </pre>
     */
    public void updateWebhook(io.platonic.wallet.v1.UpdateWebhookRequest request,
        io.grpc.stub.StreamObserver<io.platonic.wallet.v1.UpdateWebhookResponse> responseObserver) {
      io.grpc.stub.ClientCalls.asyncUnaryCall(
          getChannel().newCall(getUpdateWebhookMethod(), getCallOptions()), request, responseObserver);
    }

    /**
     * <pre>
     * Deletes an endpoint and its log. Nothing is delivered to it any more.
     * </pre>
     */
    public void deleteWebhook(io.platonic.wallet.v1.DeleteWebhookRequest request,
        io.grpc.stub.StreamObserver<io.platonic.wallet.v1.DeleteWebhookResponse> responseObserver) {
      io.grpc.stub.ClientCalls.asyncUnaryCall(
          getChannel().newCall(getDeleteWebhookMethod(), getCallOptions()), request, responseObserver);
    }

    /**
     * <pre>
     * Makes a new secret. Deliveries are signed with the ones before, too, each until the end that its replacement promised, so
     * that the receiver can be changed meanwhile. Of several calls at once, one makes a secret; the others get STATE_INVALID.
     * </pre>
     */
    public void rotateWebhookSecret(io.platonic.wallet.v1.RotateWebhookSecretRequest request,
        io.grpc.stub.StreamObserver<io.platonic.wallet.v1.RotateWebhookSecretResponse> responseObserver) {
      io.grpc.stub.ClientCalls.asyncUnaryCall(
          getChannel().newCall(getRotateWebhookSecretMethod(), getCallOptions()), request, responseObserver);
    }

    /**
     * <pre>
     * Lists the attempts to deliver of the last seven days, the newest first: at most the last 1,000 of an endpoint.
     * </pre>
     */
    public void listDeliveries(io.platonic.wallet.v1.ListDeliveriesRequest request,
        io.grpc.stub.StreamObserver<io.platonic.wallet.v1.ListDeliveriesResponse> responseObserver) {
      io.grpc.stub.ClientCalls.asyncUnaryCall(
          getChannel().newCall(getListDeliveriesMethod(), getCallOptions()), request, responseObserver);
    }

    /**
     * <pre>
     * Delivers again: the event of an attempt and all that follow it.
     * </pre>
     */
    public void replayDeliveries(io.platonic.wallet.v1.ReplayDeliveriesRequest request,
        io.grpc.stub.StreamObserver<io.platonic.wallet.v1.ReplayDeliveriesResponse> responseObserver) {
      io.grpc.stub.ClientCalls.asyncUnaryCall(
          getChannel().newCall(getReplayDeliveriesMethod(), getCallOptions()), request, responseObserver);
    }
  }

  /**
   * A stub to allow clients to do synchronous rpc calls to service WebhookService.
   * <pre>
   * Endpoints to which the service posts the events of a wallet, or of all wallets, as EventService tells them. Requests
   * without an identity are about the endpoints for all wallets, and need the permission `ledger:watch` besides.
   * </pre>
   */
  public static final class WebhookServiceBlockingV2Stub
      extends io.grpc.stub.AbstractBlockingStub<WebhookServiceBlockingV2Stub> {
    private WebhookServiceBlockingV2Stub(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      super(channel, callOptions);
    }

    @java.lang.Override
    protected WebhookServiceBlockingV2Stub build(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      return new WebhookServiceBlockingV2Stub(channel, callOptions);
    }

    /**
     * <pre>
     * Creates an endpoint. The answer holds its secret, this once.
     * </pre>
     */
    public io.platonic.wallet.v1.CreateWebhookResponse createWebhook(io.platonic.wallet.v1.CreateWebhookRequest request) throws io.grpc.StatusException {
      return io.grpc.stub.ClientCalls.blockingV2UnaryCall(
          getChannel(), getCreateWebhookMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Lists the endpoints, the oldest first.
     * </pre>
     */
    public io.platonic.wallet.v1.ListWebhooksResponse listWebhooks(io.platonic.wallet.v1.ListWebhooksRequest request) throws io.grpc.StatusException {
      return io.grpc.stub.ClientCalls.blockingV2UnaryCall(
          getChannel(), getListWebhooksMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Changes the URL of an endpoint, or pauses it, or resumes it; what is absent stays as it is. What happens while it is paused is delivered afterwards.
     * </pre>
     */
    public io.platonic.wallet.v1.UpdateWebhookResponse updateWebhook(io.platonic.wallet.v1.UpdateWebhookRequest request) throws io.grpc.StatusException {
      return io.grpc.stub.ClientCalls.blockingV2UnaryCall(
          getChannel(), getUpdateWebhookMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Deletes an endpoint and its log. Nothing is delivered to it any more.
     * </pre>
     */
    public io.platonic.wallet.v1.DeleteWebhookResponse deleteWebhook(io.platonic.wallet.v1.DeleteWebhookRequest request) throws io.grpc.StatusException {
      return io.grpc.stub.ClientCalls.blockingV2UnaryCall(
          getChannel(), getDeleteWebhookMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Makes a new secret. Deliveries are signed with the ones before, too, each until the end that its replacement promised, so
     * that the receiver can be changed meanwhile. Of several calls at once, one makes a secret; the others get STATE_INVALID.
     * </pre>
     */
    public io.platonic.wallet.v1.RotateWebhookSecretResponse rotateWebhookSecret(io.platonic.wallet.v1.RotateWebhookSecretRequest request) throws io.grpc.StatusException {
      return io.grpc.stub.ClientCalls.blockingV2UnaryCall(
          getChannel(), getRotateWebhookSecretMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Lists the attempts to deliver of the last seven days, the newest first: at most the last 1,000 of an endpoint.
     * </pre>
     */
    public io.platonic.wallet.v1.ListDeliveriesResponse listDeliveries(io.platonic.wallet.v1.ListDeliveriesRequest request) throws io.grpc.StatusException {
      return io.grpc.stub.ClientCalls.blockingV2UnaryCall(
          getChannel(), getListDeliveriesMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Delivers again: the event of an attempt and all that follow it.
     * </pre>
     */
    public io.platonic.wallet.v1.ReplayDeliveriesResponse replayDeliveries(io.platonic.wallet.v1.ReplayDeliveriesRequest request) throws io.grpc.StatusException {
      return io.grpc.stub.ClientCalls.blockingV2UnaryCall(
          getChannel(), getReplayDeliveriesMethod(), getCallOptions(), request);
    }
  }

  /**
   * A stub to allow clients to do limited synchronous rpc calls to service WebhookService.
   * <pre>
   * Endpoints to which the service posts the events of a wallet, or of all wallets, as EventService tells them. Requests
   * without an identity are about the endpoints for all wallets, and need the permission `ledger:watch` besides.
   * </pre>
   */
  public static final class WebhookServiceBlockingStub
      extends io.grpc.stub.AbstractBlockingStub<WebhookServiceBlockingStub> {
    private WebhookServiceBlockingStub(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      super(channel, callOptions);
    }

    @java.lang.Override
    protected WebhookServiceBlockingStub build(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      return new WebhookServiceBlockingStub(channel, callOptions);
    }

    /**
     * <pre>
     * Creates an endpoint. The answer holds its secret, this once.
     * </pre>
     */
    public io.platonic.wallet.v1.CreateWebhookResponse createWebhook(io.platonic.wallet.v1.CreateWebhookRequest request) {
      return io.grpc.stub.ClientCalls.blockingUnaryCall(
          getChannel(), getCreateWebhookMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Lists the endpoints, the oldest first.
     * </pre>
     */
    public io.platonic.wallet.v1.ListWebhooksResponse listWebhooks(io.platonic.wallet.v1.ListWebhooksRequest request) {
      return io.grpc.stub.ClientCalls.blockingUnaryCall(
          getChannel(), getListWebhooksMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Changes the URL of an endpoint, or pauses it, or resumes it; what is absent stays as it is. What happens while it is paused is delivered afterwards.
     * </pre>
     */
    public io.platonic.wallet.v1.UpdateWebhookResponse updateWebhook(io.platonic.wallet.v1.UpdateWebhookRequest request) {
      return io.grpc.stub.ClientCalls.blockingUnaryCall(
          getChannel(), getUpdateWebhookMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Deletes an endpoint and its log. Nothing is delivered to it any more.
     * </pre>
     */
    public io.platonic.wallet.v1.DeleteWebhookResponse deleteWebhook(io.platonic.wallet.v1.DeleteWebhookRequest request) {
      return io.grpc.stub.ClientCalls.blockingUnaryCall(
          getChannel(), getDeleteWebhookMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Makes a new secret. Deliveries are signed with the ones before, too, each until the end that its replacement promised, so
     * that the receiver can be changed meanwhile. Of several calls at once, one makes a secret; the others get STATE_INVALID.
     * </pre>
     */
    public io.platonic.wallet.v1.RotateWebhookSecretResponse rotateWebhookSecret(io.platonic.wallet.v1.RotateWebhookSecretRequest request) {
      return io.grpc.stub.ClientCalls.blockingUnaryCall(
          getChannel(), getRotateWebhookSecretMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Lists the attempts to deliver of the last seven days, the newest first: at most the last 1,000 of an endpoint.
     * </pre>
     */
    public io.platonic.wallet.v1.ListDeliveriesResponse listDeliveries(io.platonic.wallet.v1.ListDeliveriesRequest request) {
      return io.grpc.stub.ClientCalls.blockingUnaryCall(
          getChannel(), getListDeliveriesMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Delivers again: the event of an attempt and all that follow it.
     * </pre>
     */
    public io.platonic.wallet.v1.ReplayDeliveriesResponse replayDeliveries(io.platonic.wallet.v1.ReplayDeliveriesRequest request) {
      return io.grpc.stub.ClientCalls.blockingUnaryCall(
          getChannel(), getReplayDeliveriesMethod(), getCallOptions(), request);
    }
  }

  /**
   * A stub to allow clients to do ListenableFuture-style rpc calls to service WebhookService.
   * <pre>
   * Endpoints to which the service posts the events of a wallet, or of all wallets, as EventService tells them. Requests
   * without an identity are about the endpoints for all wallets, and need the permission `ledger:watch` besides.
   * </pre>
   */
  public static final class WebhookServiceFutureStub
      extends io.grpc.stub.AbstractFutureStub<WebhookServiceFutureStub> {
    private WebhookServiceFutureStub(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      super(channel, callOptions);
    }

    @java.lang.Override
    protected WebhookServiceFutureStub build(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      return new WebhookServiceFutureStub(channel, callOptions);
    }

    /**
     * <pre>
     * Creates an endpoint. The answer holds its secret, this once.
     * </pre>
     */
    public com.google.common.util.concurrent.ListenableFuture<io.platonic.wallet.v1.CreateWebhookResponse> createWebhook(
        io.platonic.wallet.v1.CreateWebhookRequest request) {
      return io.grpc.stub.ClientCalls.futureUnaryCall(
          getChannel().newCall(getCreateWebhookMethod(), getCallOptions()), request);
    }

    /**
     * <pre>
     * Lists the endpoints, the oldest first.
     * </pre>
     */
    public com.google.common.util.concurrent.ListenableFuture<io.platonic.wallet.v1.ListWebhooksResponse> listWebhooks(
        io.platonic.wallet.v1.ListWebhooksRequest request) {
      return io.grpc.stub.ClientCalls.futureUnaryCall(
          getChannel().newCall(getListWebhooksMethod(), getCallOptions()), request);
    }

    /**
     * <pre>
     * Changes the URL of an endpoint, or pauses it, or resumes it; what is absent stays as it is. What happens while it is paused is delivered afterwards.
     * </pre>
     */
    public com.google.common.util.concurrent.ListenableFuture<io.platonic.wallet.v1.UpdateWebhookResponse> updateWebhook(
        io.platonic.wallet.v1.UpdateWebhookRequest request) {
      return io.grpc.stub.ClientCalls.futureUnaryCall(
          getChannel().newCall(getUpdateWebhookMethod(), getCallOptions()), request);
    }

    /**
     * <pre>
     * Deletes an endpoint and its log. Nothing is delivered to it any more.
     * </pre>
     */
    public com.google.common.util.concurrent.ListenableFuture<io.platonic.wallet.v1.DeleteWebhookResponse> deleteWebhook(
        io.platonic.wallet.v1.DeleteWebhookRequest request) {
      return io.grpc.stub.ClientCalls.futureUnaryCall(
          getChannel().newCall(getDeleteWebhookMethod(), getCallOptions()), request);
    }

    /**
     * <pre>
     * Makes a new secret. Deliveries are signed with the ones before, too, each until the end that its replacement promised, so
     * that the receiver can be changed meanwhile. Of several calls at once, one makes a secret; the others get STATE_INVALID.
     * </pre>
     */
    public com.google.common.util.concurrent.ListenableFuture<io.platonic.wallet.v1.RotateWebhookSecretResponse> rotateWebhookSecret(
        io.platonic.wallet.v1.RotateWebhookSecretRequest request) {
      return io.grpc.stub.ClientCalls.futureUnaryCall(
          getChannel().newCall(getRotateWebhookSecretMethod(), getCallOptions()), request);
    }

    /**
     * <pre>
     * Lists the attempts to deliver of the last seven days, the newest first: at most the last 1,000 of an endpoint.
     * </pre>
     */
    public com.google.common.util.concurrent.ListenableFuture<io.platonic.wallet.v1.ListDeliveriesResponse> listDeliveries(
        io.platonic.wallet.v1.ListDeliveriesRequest request) {
      return io.grpc.stub.ClientCalls.futureUnaryCall(
          getChannel().newCall(getListDeliveriesMethod(), getCallOptions()), request);
    }

    /**
     * <pre>
     * Delivers again: the event of an attempt and all that follow it.
     * </pre>
     */
    public com.google.common.util.concurrent.ListenableFuture<io.platonic.wallet.v1.ReplayDeliveriesResponse> replayDeliveries(
        io.platonic.wallet.v1.ReplayDeliveriesRequest request) {
      return io.grpc.stub.ClientCalls.futureUnaryCall(
          getChannel().newCall(getReplayDeliveriesMethod(), getCallOptions()), request);
    }
  }

  private static final int METHODID_CREATE_WEBHOOK = 0;
  private static final int METHODID_LIST_WEBHOOKS = 1;
  private static final int METHODID_UPDATE_WEBHOOK = 2;
  private static final int METHODID_DELETE_WEBHOOK = 3;
  private static final int METHODID_ROTATE_WEBHOOK_SECRET = 4;
  private static final int METHODID_LIST_DELIVERIES = 5;
  private static final int METHODID_REPLAY_DELIVERIES = 6;

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
        case METHODID_CREATE_WEBHOOK:
          serviceImpl.createWebhook((io.platonic.wallet.v1.CreateWebhookRequest) request,
              (io.grpc.stub.StreamObserver<io.platonic.wallet.v1.CreateWebhookResponse>) responseObserver);
          break;
        case METHODID_LIST_WEBHOOKS:
          serviceImpl.listWebhooks((io.platonic.wallet.v1.ListWebhooksRequest) request,
              (io.grpc.stub.StreamObserver<io.platonic.wallet.v1.ListWebhooksResponse>) responseObserver);
          break;
        case METHODID_UPDATE_WEBHOOK:
          serviceImpl.updateWebhook((io.platonic.wallet.v1.UpdateWebhookRequest) request,
              (io.grpc.stub.StreamObserver<io.platonic.wallet.v1.UpdateWebhookResponse>) responseObserver);
          break;
        case METHODID_DELETE_WEBHOOK:
          serviceImpl.deleteWebhook((io.platonic.wallet.v1.DeleteWebhookRequest) request,
              (io.grpc.stub.StreamObserver<io.platonic.wallet.v1.DeleteWebhookResponse>) responseObserver);
          break;
        case METHODID_ROTATE_WEBHOOK_SECRET:
          serviceImpl.rotateWebhookSecret((io.platonic.wallet.v1.RotateWebhookSecretRequest) request,
              (io.grpc.stub.StreamObserver<io.platonic.wallet.v1.RotateWebhookSecretResponse>) responseObserver);
          break;
        case METHODID_LIST_DELIVERIES:
          serviceImpl.listDeliveries((io.platonic.wallet.v1.ListDeliveriesRequest) request,
              (io.grpc.stub.StreamObserver<io.platonic.wallet.v1.ListDeliveriesResponse>) responseObserver);
          break;
        case METHODID_REPLAY_DELIVERIES:
          serviceImpl.replayDeliveries((io.platonic.wallet.v1.ReplayDeliveriesRequest) request,
              (io.grpc.stub.StreamObserver<io.platonic.wallet.v1.ReplayDeliveriesResponse>) responseObserver);
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
          getCreateWebhookMethod(),
          io.grpc.stub.ServerCalls.asyncUnaryCall(
            new MethodHandlers<
              io.platonic.wallet.v1.CreateWebhookRequest,
              io.platonic.wallet.v1.CreateWebhookResponse>(
                service, METHODID_CREATE_WEBHOOK)))
        .addMethod(
          getListWebhooksMethod(),
          io.grpc.stub.ServerCalls.asyncUnaryCall(
            new MethodHandlers<
              io.platonic.wallet.v1.ListWebhooksRequest,
              io.platonic.wallet.v1.ListWebhooksResponse>(
                service, METHODID_LIST_WEBHOOKS)))
        .addMethod(
          getUpdateWebhookMethod(),
          io.grpc.stub.ServerCalls.asyncUnaryCall(
            new MethodHandlers<
              io.platonic.wallet.v1.UpdateWebhookRequest,
              io.platonic.wallet.v1.UpdateWebhookResponse>(
                service, METHODID_UPDATE_WEBHOOK)))
        .addMethod(
          getDeleteWebhookMethod(),
          io.grpc.stub.ServerCalls.asyncUnaryCall(
            new MethodHandlers<
              io.platonic.wallet.v1.DeleteWebhookRequest,
              io.platonic.wallet.v1.DeleteWebhookResponse>(
                service, METHODID_DELETE_WEBHOOK)))
        .addMethod(
          getRotateWebhookSecretMethod(),
          io.grpc.stub.ServerCalls.asyncUnaryCall(
            new MethodHandlers<
              io.platonic.wallet.v1.RotateWebhookSecretRequest,
              io.platonic.wallet.v1.RotateWebhookSecretResponse>(
                service, METHODID_ROTATE_WEBHOOK_SECRET)))
        .addMethod(
          getListDeliveriesMethod(),
          io.grpc.stub.ServerCalls.asyncUnaryCall(
            new MethodHandlers<
              io.platonic.wallet.v1.ListDeliveriesRequest,
              io.platonic.wallet.v1.ListDeliveriesResponse>(
                service, METHODID_LIST_DELIVERIES)))
        .addMethod(
          getReplayDeliveriesMethod(),
          io.grpc.stub.ServerCalls.asyncUnaryCall(
            new MethodHandlers<
              io.platonic.wallet.v1.ReplayDeliveriesRequest,
              io.platonic.wallet.v1.ReplayDeliveriesResponse>(
                service, METHODID_REPLAY_DELIVERIES)))
        .build();
  }

  private static abstract class WebhookServiceBaseDescriptorSupplier
      implements io.grpc.protobuf.ProtoFileDescriptorSupplier, io.grpc.protobuf.ProtoServiceDescriptorSupplier {
    WebhookServiceBaseDescriptorSupplier() {}

    @java.lang.Override
    public com.google.protobuf.Descriptors.FileDescriptor getFileDescriptor() {
      return io.platonic.wallet.v1.WebhookServiceProto.getDescriptor();
    }

    @java.lang.Override
    public com.google.protobuf.Descriptors.ServiceDescriptor getServiceDescriptor() {
      return getFileDescriptor().findServiceByName("WebhookService");
    }
  }

  private static final class WebhookServiceFileDescriptorSupplier
      extends WebhookServiceBaseDescriptorSupplier {
    WebhookServiceFileDescriptorSupplier() {}
  }

  private static final class WebhookServiceMethodDescriptorSupplier
      extends WebhookServiceBaseDescriptorSupplier
      implements io.grpc.protobuf.ProtoMethodDescriptorSupplier {
    private final java.lang.String methodName;

    WebhookServiceMethodDescriptorSupplier(java.lang.String methodName) {
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
      synchronized (WebhookServiceGrpc.class) {
        result = serviceDescriptor;
        if (result == null) {
          serviceDescriptor = result = io.grpc.ServiceDescriptor.newBuilder(SERVICE_NAME)
              .setSchemaDescriptor(new WebhookServiceFileDescriptorSupplier())
              .addMethod(getCreateWebhookMethod())
              .addMethod(getListWebhooksMethod())
              .addMethod(getUpdateWebhookMethod())
              .addMethod(getDeleteWebhookMethod())
              .addMethod(getRotateWebhookSecretMethod())
              .addMethod(getListDeliveriesMethod())
              .addMethod(getReplayDeliveriesMethod())
              .build();
        }
      }
    }
    return result;
  }
}
