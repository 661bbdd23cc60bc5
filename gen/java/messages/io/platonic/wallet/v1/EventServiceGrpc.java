package io.platonic.wallet.v1;

import static io.grpc.MethodDescriptor.generateFullMethodName;

/**
 * <pre>
 * Tells of movements of money when they happen. Over REST the answers are Server-Sent Events, whose id is the cursor.
 * </pre>
 */
@io.grpc.stub.annotations.GrpcGenerated
public final class EventServiceGrpc {

  private EventServiceGrpc() {}

  public static final java.lang.String SERVICE_NAME = "wallet.v1.EventService";

  // Static method descriptors that strictly reflect the proto.
  private static volatile io.grpc.MethodDescriptor<io.platonic.wallet.v1.WatchRequest,
      io.platonic.wallet.v1.WatchResponse> getWatchMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "Watch",
      requestType = io.platonic.wallet.v1.WatchRequest.class,
      responseType = io.platonic.wallet.v1.WatchResponse.class,
      methodType = io.grpc.MethodDescriptor.MethodType.SERVER_STREAMING)
  public static io.grpc.MethodDescriptor<io.platonic.wallet.v1.WatchRequest,
      io.platonic.wallet.v1.WatchResponse> getWatchMethod() {
    io.grpc.MethodDescriptor<io.platonic.wallet.v1.WatchRequest, io.platonic.wallet.v1.WatchResponse> getWatchMethod;
    if ((getWatchMethod = EventServiceGrpc.getWatchMethod) == null) {
      synchronized (EventServiceGrpc.class) {
        if ((getWatchMethod = EventServiceGrpc.getWatchMethod) == null) {
          EventServiceGrpc.getWatchMethod = getWatchMethod =
              io.grpc.MethodDescriptor.<io.platonic.wallet.v1.WatchRequest, io.platonic.wallet.v1.WatchResponse>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.SERVER_STREAMING)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "Watch"))
              .setSafe(true)
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.platonic.wallet.v1.WatchRequest.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.platonic.wallet.v1.WatchResponse.getDefaultInstance()))
              .setSchemaDescriptor(new EventServiceMethodDescriptorSupplier("Watch"))
              .build();
        }
      }
    }
    return getWatchMethod;
  }

  private static volatile io.grpc.MethodDescriptor<io.platonic.wallet.v1.ListEventsRequest,
      io.platonic.wallet.v1.ListEventsResponse> getListEventsMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "ListEvents",
      requestType = io.platonic.wallet.v1.ListEventsRequest.class,
      responseType = io.platonic.wallet.v1.ListEventsResponse.class,
      methodType = io.grpc.MethodDescriptor.MethodType.UNARY)
  public static io.grpc.MethodDescriptor<io.platonic.wallet.v1.ListEventsRequest,
      io.platonic.wallet.v1.ListEventsResponse> getListEventsMethod() {
    io.grpc.MethodDescriptor<io.platonic.wallet.v1.ListEventsRequest, io.platonic.wallet.v1.ListEventsResponse> getListEventsMethod;
    if ((getListEventsMethod = EventServiceGrpc.getListEventsMethod) == null) {
      synchronized (EventServiceGrpc.class) {
        if ((getListEventsMethod = EventServiceGrpc.getListEventsMethod) == null) {
          EventServiceGrpc.getListEventsMethod = getListEventsMethod =
              io.grpc.MethodDescriptor.<io.platonic.wallet.v1.ListEventsRequest, io.platonic.wallet.v1.ListEventsResponse>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.UNARY)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "ListEvents"))
              .setSafe(true)
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.platonic.wallet.v1.ListEventsRequest.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.platonic.wallet.v1.ListEventsResponse.getDefaultInstance()))
              .setSchemaDescriptor(new EventServiceMethodDescriptorSupplier("ListEvents"))
              .build();
        }
      }
    }
    return getListEventsMethod;
  }

  private static volatile io.grpc.MethodDescriptor<io.platonic.wallet.v1.WatchAllRequest,
      io.platonic.wallet.v1.WatchAllResponse> getWatchAllMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "WatchAll",
      requestType = io.platonic.wallet.v1.WatchAllRequest.class,
      responseType = io.platonic.wallet.v1.WatchAllResponse.class,
      methodType = io.grpc.MethodDescriptor.MethodType.SERVER_STREAMING)
  public static io.grpc.MethodDescriptor<io.platonic.wallet.v1.WatchAllRequest,
      io.platonic.wallet.v1.WatchAllResponse> getWatchAllMethod() {
    io.grpc.MethodDescriptor<io.platonic.wallet.v1.WatchAllRequest, io.platonic.wallet.v1.WatchAllResponse> getWatchAllMethod;
    if ((getWatchAllMethod = EventServiceGrpc.getWatchAllMethod) == null) {
      synchronized (EventServiceGrpc.class) {
        if ((getWatchAllMethod = EventServiceGrpc.getWatchAllMethod) == null) {
          EventServiceGrpc.getWatchAllMethod = getWatchAllMethod =
              io.grpc.MethodDescriptor.<io.platonic.wallet.v1.WatchAllRequest, io.platonic.wallet.v1.WatchAllResponse>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.SERVER_STREAMING)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "WatchAll"))
              .setSafe(true)
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.platonic.wallet.v1.WatchAllRequest.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.platonic.wallet.v1.WatchAllResponse.getDefaultInstance()))
              .setSchemaDescriptor(new EventServiceMethodDescriptorSupplier("WatchAll"))
              .build();
        }
      }
    }
    return getWatchAllMethod;
  }

  /**
   * Creates a new async stub that supports all call types for the service
   */
  public static EventServiceStub newStub(io.grpc.Channel channel) {
    io.grpc.stub.AbstractStub.StubFactory<EventServiceStub> factory =
      new io.grpc.stub.AbstractStub.StubFactory<EventServiceStub>() {
        @java.lang.Override
        public EventServiceStub newStub(io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
          return new EventServiceStub(channel, callOptions);
        }
      };
    return EventServiceStub.newStub(factory, channel);
  }

  /**
   * Creates a new blocking-style stub that supports all types of calls on the service
   */
  public static EventServiceBlockingV2Stub newBlockingV2Stub(
      io.grpc.Channel channel) {
    io.grpc.stub.AbstractStub.StubFactory<EventServiceBlockingV2Stub> factory =
      new io.grpc.stub.AbstractStub.StubFactory<EventServiceBlockingV2Stub>() {
        @java.lang.Override
        public EventServiceBlockingV2Stub newStub(io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
          return new EventServiceBlockingV2Stub(channel, callOptions);
        }
      };
    return EventServiceBlockingV2Stub.newStub(factory, channel);
  }

  /**
   * Creates a new blocking-style stub that supports unary and streaming output calls on the service
   */
  public static EventServiceBlockingStub newBlockingStub(
      io.grpc.Channel channel) {
    io.grpc.stub.AbstractStub.StubFactory<EventServiceBlockingStub> factory =
      new io.grpc.stub.AbstractStub.StubFactory<EventServiceBlockingStub>() {
        @java.lang.Override
        public EventServiceBlockingStub newStub(io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
          return new EventServiceBlockingStub(channel, callOptions);
        }
      };
    return EventServiceBlockingStub.newStub(factory, channel);
  }

  /**
   * Creates a new ListenableFuture-style stub that supports unary calls on the service
   */
  public static EventServiceFutureStub newFutureStub(
      io.grpc.Channel channel) {
    io.grpc.stub.AbstractStub.StubFactory<EventServiceFutureStub> factory =
      new io.grpc.stub.AbstractStub.StubFactory<EventServiceFutureStub>() {
        @java.lang.Override
        public EventServiceFutureStub newStub(io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
          return new EventServiceFutureStub(channel, callOptions);
        }
      };
    return EventServiceFutureStub.newStub(factory, channel);
  }

  /**
   * <pre>
   * Tells of movements of money when they happen. Over REST the answers are Server-Sent Events, whose id is the cursor.
   * </pre>
   */
  public interface AsyncService {

    /**
     * <pre>
     * Tells of each entry that moves money into a wallet or out of it, in the order of the ledger, from a cursor on. After
     * any break, a stream from the last cursor goes on where the broken one ended: no entry is left out.
     * </pre>
     */
    default void watch(io.platonic.wallet.v1.WatchRequest request,
        io.grpc.stub.StreamObserver<io.platonic.wallet.v1.WatchResponse> responseObserver) {
      io.grpc.stub.ServerCalls.asyncUnimplementedUnaryCall(getWatchMethod(), responseObserver);
    }

    /**
     * <pre>
     * Reads the next events after a cursor, and waits for the first of them if there is none: for clients without streams,
     * and for the channel.
     * </pre>
     */
    default void listEvents(io.platonic.wallet.v1.ListEventsRequest request,
        io.grpc.stub.StreamObserver<io.platonic.wallet.v1.ListEventsResponse> responseObserver) {
      io.grpc.stub.ServerCalls.asyncUnimplementedUnaryCall(getListEventsMethod(), responseObserver);
    }

    /**
     * <pre>
     * Tells of the same entries of all wallets, one after the other. An entry between two wallets is told once for each.
     * </pre>
     */
    default void watchAll(io.platonic.wallet.v1.WatchAllRequest request,
        io.grpc.stub.StreamObserver<io.platonic.wallet.v1.WatchAllResponse> responseObserver) {
      io.grpc.stub.ServerCalls.asyncUnimplementedUnaryCall(getWatchAllMethod(), responseObserver);
    }
  }

  /**
   * Base class for the server implementation of the service EventService.
   * <pre>
   * Tells of movements of money when they happen. Over REST the answers are Server-Sent Events, whose id is the cursor.
   * </pre>
   */
  public static abstract class EventServiceImplBase
      implements io.grpc.BindableService, AsyncService {

    @java.lang.Override public final io.grpc.ServerServiceDefinition bindService() {
      return EventServiceGrpc.bindService(this);
    }
  }

  /**
   * A stub to allow clients to do asynchronous rpc calls to service EventService.
   * <pre>
   * Tells of movements of money when they happen. Over REST the answers are Server-Sent Events, whose id is the cursor.
   * </pre>
   */
  public static final class EventServiceStub
      extends io.grpc.stub.AbstractAsyncStub<EventServiceStub> {
    private EventServiceStub(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      super(channel, callOptions);
    }

    @java.lang.Override
    protected EventServiceStub build(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      return new EventServiceStub(channel, callOptions);
    }

    /**
     * <pre>
     * Tells of each entry that moves money into a wallet or out of it, in the order of the ledger, from a cursor on. After
     * any break, a stream from the last cursor goes on where the broken one ended: no entry is left out.
     * </pre>
     */
    public void watch(io.platonic.wallet.v1.WatchRequest request,
        io.grpc.stub.StreamObserver<io.platonic.wallet.v1.WatchResponse> responseObserver) {
      io.grpc.stub.ClientCalls.asyncServerStreamingCall(
          getChannel().newCall(getWatchMethod(), getCallOptions()), request, responseObserver);
    }

    /**
     * <pre>
     * Reads the next events after a cursor, and waits for the first of them if there is none: for clients without streams,
     * and for the channel.
     * </pre>
     */
    public void listEvents(io.platonic.wallet.v1.ListEventsRequest request,
        io.grpc.stub.StreamObserver<io.platonic.wallet.v1.ListEventsResponse> responseObserver) {
      io.grpc.stub.ClientCalls.asyncUnaryCall(
          getChannel().newCall(getListEventsMethod(), getCallOptions()), request, responseObserver);
    }

    /**
     * <pre>
     * Tells of the same entries of all wallets, one after the other. An entry between two wallets is told once for each.
     * </pre>
     */
    public void watchAll(io.platonic.wallet.v1.WatchAllRequest request,
        io.grpc.stub.StreamObserver<io.platonic.wallet.v1.WatchAllResponse> responseObserver) {
      io.grpc.stub.ClientCalls.asyncServerStreamingCall(
          getChannel().newCall(getWatchAllMethod(), getCallOptions()), request, responseObserver);
    }
  }

  /**
   * A stub to allow clients to do synchronous rpc calls to service EventService.
   * <pre>
   * Tells of movements of money when they happen. Over REST the answers are Server-Sent Events, whose id is the cursor.
   * </pre>
   */
  public static final class EventServiceBlockingV2Stub
      extends io.grpc.stub.AbstractBlockingStub<EventServiceBlockingV2Stub> {
    private EventServiceBlockingV2Stub(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      super(channel, callOptions);
    }

    @java.lang.Override
    protected EventServiceBlockingV2Stub build(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      return new EventServiceBlockingV2Stub(channel, callOptions);
    }

    /**
     * <pre>
     * Tells of each entry that moves money into a wallet or out of it, in the order of the ledger, from a cursor on. After
     * any break, a stream from the last cursor goes on where the broken one ended: no entry is left out.
     * </pre>
     */
    @io.grpc.ExperimentalApi("https://github.com/grpc/grpc-java/issues/10918")
    public io.grpc.stub.BlockingClientCall<?, io.platonic.wallet.v1.WatchResponse>
        watch(io.platonic.wallet.v1.WatchRequest request) {
      return io.grpc.stub.ClientCalls.blockingV2ServerStreamingCall(
          getChannel(), getWatchMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Reads the next events after a cursor, and waits for the first of them if there is none: for clients without streams,
     * and for the channel.
     * </pre>
     */
    public io.platonic.wallet.v1.ListEventsResponse listEvents(io.platonic.wallet.v1.ListEventsRequest request) throws io.grpc.StatusException {
      return io.grpc.stub.ClientCalls.blockingV2UnaryCall(
          getChannel(), getListEventsMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Tells of the same entries of all wallets, one after the other. An entry between two wallets is told once for each.
     * </pre>
     */
    @io.grpc.ExperimentalApi("https://github.com/grpc/grpc-java/issues/10918")
    public io.grpc.stub.BlockingClientCall<?, io.platonic.wallet.v1.WatchAllResponse>
        watchAll(io.platonic.wallet.v1.WatchAllRequest request) {
      return io.grpc.stub.ClientCalls.blockingV2ServerStreamingCall(
          getChannel(), getWatchAllMethod(), getCallOptions(), request);
    }
  }

  /**
   * A stub to allow clients to do limited synchronous rpc calls to service EventService.
   * <pre>
   * Tells of movements of money when they happen. Over REST the answers are Server-Sent Events, whose id is the cursor.
   * </pre>
   */
  public static final class EventServiceBlockingStub
      extends io.grpc.stub.AbstractBlockingStub<EventServiceBlockingStub> {
    private EventServiceBlockingStub(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      super(channel, callOptions);
    }

    @java.lang.Override
    protected EventServiceBlockingStub build(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      return new EventServiceBlockingStub(channel, callOptions);
    }

    /**
     * <pre>
     * Tells of each entry that moves money into a wallet or out of it, in the order of the ledger, from a cursor on. After
     * any break, a stream from the last cursor goes on where the broken one ended: no entry is left out.
     * </pre>
     */
    public java.util.Iterator<io.platonic.wallet.v1.WatchResponse> watch(
        io.platonic.wallet.v1.WatchRequest request) {
      return io.grpc.stub.ClientCalls.blockingServerStreamingCall(
          getChannel(), getWatchMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Reads the next events after a cursor, and waits for the first of them if there is none: for clients without streams,
     * and for the channel.
     * </pre>
     */
    public io.platonic.wallet.v1.ListEventsResponse listEvents(io.platonic.wallet.v1.ListEventsRequest request) {
      return io.grpc.stub.ClientCalls.blockingUnaryCall(
          getChannel(), getListEventsMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Tells of the same entries of all wallets, one after the other. An entry between two wallets is told once for each.
     * </pre>
     */
    public java.util.Iterator<io.platonic.wallet.v1.WatchAllResponse> watchAll(
        io.platonic.wallet.v1.WatchAllRequest request) {
      return io.grpc.stub.ClientCalls.blockingServerStreamingCall(
          getChannel(), getWatchAllMethod(), getCallOptions(), request);
    }
  }

  /**
   * A stub to allow clients to do ListenableFuture-style rpc calls to service EventService.
   * <pre>
   * Tells of movements of money when they happen. Over REST the answers are Server-Sent Events, whose id is the cursor.
   * </pre>
   */
  public static final class EventServiceFutureStub
      extends io.grpc.stub.AbstractFutureStub<EventServiceFutureStub> {
    private EventServiceFutureStub(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      super(channel, callOptions);
    }

    @java.lang.Override
    protected EventServiceFutureStub build(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      return new EventServiceFutureStub(channel, callOptions);
    }

    /**
     * <pre>
     * Reads the next events after a cursor, and waits for the first of them if there is none: for clients without streams,
     * and for the channel.
     * </pre>
     */
    public com.google.common.util.concurrent.ListenableFuture<io.platonic.wallet.v1.ListEventsResponse> listEvents(
        io.platonic.wallet.v1.ListEventsRequest request) {
      return io.grpc.stub.ClientCalls.futureUnaryCall(
          getChannel().newCall(getListEventsMethod(), getCallOptions()), request);
    }
  }

  private static final int METHODID_WATCH = 0;
  private static final int METHODID_LIST_EVENTS = 1;
  private static final int METHODID_WATCH_ALL = 2;

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
        case METHODID_WATCH:
          serviceImpl.watch((io.platonic.wallet.v1.WatchRequest) request,
              (io.grpc.stub.StreamObserver<io.platonic.wallet.v1.WatchResponse>) responseObserver);
          break;
        case METHODID_LIST_EVENTS:
          serviceImpl.listEvents((io.platonic.wallet.v1.ListEventsRequest) request,
              (io.grpc.stub.StreamObserver<io.platonic.wallet.v1.ListEventsResponse>) responseObserver);
          break;
        case METHODID_WATCH_ALL:
          serviceImpl.watchAll((io.platonic.wallet.v1.WatchAllRequest) request,
              (io.grpc.stub.StreamObserver<io.platonic.wallet.v1.WatchAllResponse>) responseObserver);
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
          getWatchMethod(),
          io.grpc.stub.ServerCalls.asyncServerStreamingCall(
            new MethodHandlers<
              io.platonic.wallet.v1.WatchRequest,
              io.platonic.wallet.v1.WatchResponse>(
                service, METHODID_WATCH)))
        .addMethod(
          getListEventsMethod(),
          io.grpc.stub.ServerCalls.asyncUnaryCall(
            new MethodHandlers<
              io.platonic.wallet.v1.ListEventsRequest,
              io.platonic.wallet.v1.ListEventsResponse>(
                service, METHODID_LIST_EVENTS)))
        .addMethod(
          getWatchAllMethod(),
          io.grpc.stub.ServerCalls.asyncServerStreamingCall(
            new MethodHandlers<
              io.platonic.wallet.v1.WatchAllRequest,
              io.platonic.wallet.v1.WatchAllResponse>(
                service, METHODID_WATCH_ALL)))
        .build();
  }

  private static abstract class EventServiceBaseDescriptorSupplier
      implements io.grpc.protobuf.ProtoFileDescriptorSupplier, io.grpc.protobuf.ProtoServiceDescriptorSupplier {
    EventServiceBaseDescriptorSupplier() {}

    @java.lang.Override
    public com.google.protobuf.Descriptors.FileDescriptor getFileDescriptor() {
      return io.platonic.wallet.v1.EventServiceProto.getDescriptor();
    }

    @java.lang.Override
    public com.google.protobuf.Descriptors.ServiceDescriptor getServiceDescriptor() {
      return getFileDescriptor().findServiceByName("EventService");
    }
  }

  private static final class EventServiceFileDescriptorSupplier
      extends EventServiceBaseDescriptorSupplier {
    EventServiceFileDescriptorSupplier() {}
  }

  private static final class EventServiceMethodDescriptorSupplier
      extends EventServiceBaseDescriptorSupplier
      implements io.grpc.protobuf.ProtoMethodDescriptorSupplier {
    private final java.lang.String methodName;

    EventServiceMethodDescriptorSupplier(java.lang.String methodName) {
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
      synchronized (EventServiceGrpc.class) {
        result = serviceDescriptor;
        if (result == null) {
          serviceDescriptor = result = io.grpc.ServiceDescriptor.newBuilder(SERVICE_NAME)
              .setSchemaDescriptor(new EventServiceFileDescriptorSupplier())
              .addMethod(getWatchMethod())
              .addMethod(getListEventsMethod())
              .addMethod(getWatchAllMethod())
              .build();
        }
      }
    }
    return result;
  }
}
