package io.platonic.admin.v1;

import static io.grpc.MethodDescriptor.generateFullMethodName;

/**
 * <pre>
 * Tells which processes serve, and how they are. Each writes its heartbeat to the database that they share.
 * </pre>
 */
@io.grpc.stub.annotations.GrpcGenerated
public final class ProcessServiceGrpc {

  private ProcessServiceGrpc() {}

  public static final java.lang.String SERVICE_NAME = "admin.v1.ProcessService";

  // Static method descriptors that strictly reflect the proto.
  private static volatile io.grpc.MethodDescriptor<io.platonic.admin.v1.ListProcessesRequest,
      io.platonic.admin.v1.ListProcessesResponse> getListProcessesMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "ListProcesses",
      requestType = io.platonic.admin.v1.ListProcessesRequest.class,
      responseType = io.platonic.admin.v1.ListProcessesResponse.class,
      methodType = io.grpc.MethodDescriptor.MethodType.UNARY)
  public static io.grpc.MethodDescriptor<io.platonic.admin.v1.ListProcessesRequest,
      io.platonic.admin.v1.ListProcessesResponse> getListProcessesMethod() {
    io.grpc.MethodDescriptor<io.platonic.admin.v1.ListProcessesRequest, io.platonic.admin.v1.ListProcessesResponse> getListProcessesMethod;
    if ((getListProcessesMethod = ProcessServiceGrpc.getListProcessesMethod) == null) {
      synchronized (ProcessServiceGrpc.class) {
        if ((getListProcessesMethod = ProcessServiceGrpc.getListProcessesMethod) == null) {
          ProcessServiceGrpc.getListProcessesMethod = getListProcessesMethod =
              io.grpc.MethodDescriptor.<io.platonic.admin.v1.ListProcessesRequest, io.platonic.admin.v1.ListProcessesResponse>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.UNARY)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "ListProcesses"))
              .setSafe(true)
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.platonic.admin.v1.ListProcessesRequest.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.platonic.admin.v1.ListProcessesResponse.getDefaultInstance()))
              .setSchemaDescriptor(new ProcessServiceMethodDescriptorSupplier("ListProcesses"))
              .build();
        }
      }
    }
    return getListProcessesMethod;
  }

  /**
   * Creates a new async stub that supports all call types for the service
   */
  public static ProcessServiceStub newStub(io.grpc.Channel channel) {
    io.grpc.stub.AbstractStub.StubFactory<ProcessServiceStub> factory =
      new io.grpc.stub.AbstractStub.StubFactory<ProcessServiceStub>() {
        @java.lang.Override
        public ProcessServiceStub newStub(io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
          return new ProcessServiceStub(channel, callOptions);
        }
      };
    return ProcessServiceStub.newStub(factory, channel);
  }

  /**
   * Creates a new blocking-style stub that supports all types of calls on the service
   */
  public static ProcessServiceBlockingV2Stub newBlockingV2Stub(
      io.grpc.Channel channel) {
    io.grpc.stub.AbstractStub.StubFactory<ProcessServiceBlockingV2Stub> factory =
      new io.grpc.stub.AbstractStub.StubFactory<ProcessServiceBlockingV2Stub>() {
        @java.lang.Override
        public ProcessServiceBlockingV2Stub newStub(io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
          return new ProcessServiceBlockingV2Stub(channel, callOptions);
        }
      };
    return ProcessServiceBlockingV2Stub.newStub(factory, channel);
  }

  /**
   * Creates a new blocking-style stub that supports unary and streaming output calls on the service
   */
  public static ProcessServiceBlockingStub newBlockingStub(
      io.grpc.Channel channel) {
    io.grpc.stub.AbstractStub.StubFactory<ProcessServiceBlockingStub> factory =
      new io.grpc.stub.AbstractStub.StubFactory<ProcessServiceBlockingStub>() {
        @java.lang.Override
        public ProcessServiceBlockingStub newStub(io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
          return new ProcessServiceBlockingStub(channel, callOptions);
        }
      };
    return ProcessServiceBlockingStub.newStub(factory, channel);
  }

  /**
   * Creates a new ListenableFuture-style stub that supports unary calls on the service
   */
  public static ProcessServiceFutureStub newFutureStub(
      io.grpc.Channel channel) {
    io.grpc.stub.AbstractStub.StubFactory<ProcessServiceFutureStub> factory =
      new io.grpc.stub.AbstractStub.StubFactory<ProcessServiceFutureStub>() {
        @java.lang.Override
        public ProcessServiceFutureStub newStub(io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
          return new ProcessServiceFutureStub(channel, callOptions);
        }
      };
    return ProcessServiceFutureStub.newStub(factory, channel);
  }

  /**
   * <pre>
   * Tells which processes serve, and how they are. Each writes its heartbeat to the database that they share.
   * </pre>
   */
  public interface AsyncService {

    /**
     * <pre>
     * Lists the processes on the service's database, those that started first before the others. A process that ended in
     * order is listed no more; one that was killed, or has lost the database, is listed as silent for a day.
     * </pre>
     */
    default void listProcesses(io.platonic.admin.v1.ListProcessesRequest request,
        io.grpc.stub.StreamObserver<io.platonic.admin.v1.ListProcessesResponse> responseObserver) {
      io.grpc.stub.ServerCalls.asyncUnimplementedUnaryCall(getListProcessesMethod(), responseObserver);
    }
  }

  /**
   * Base class for the server implementation of the service ProcessService.
   * <pre>
   * Tells which processes serve, and how they are. Each writes its heartbeat to the database that they share.
   * </pre>
   */
  public static abstract class ProcessServiceImplBase
      implements io.grpc.BindableService, AsyncService {

    @java.lang.Override public final io.grpc.ServerServiceDefinition bindService() {
      return ProcessServiceGrpc.bindService(this);
    }
  }

  /**
   * A stub to allow clients to do asynchronous rpc calls to service ProcessService.
   * <pre>
   * Tells which processes serve, and how they are. Each writes its heartbeat to the database that they share.
   * </pre>
   */
  public static final class ProcessServiceStub
      extends io.grpc.stub.AbstractAsyncStub<ProcessServiceStub> {
    private ProcessServiceStub(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      super(channel, callOptions);
    }

    @java.lang.Override
    protected ProcessServiceStub build(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      return new ProcessServiceStub(channel, callOptions);
    }

    /**
     * <pre>
     * Lists the processes on the service's database, those that started first before the others. A process that ended in
     * order is listed no more; one that was killed, or has lost the database, is listed as silent for a day.
     * </pre>
     */
    public void listProcesses(io.platonic.admin.v1.ListProcessesRequest request,
        io.grpc.stub.StreamObserver<io.platonic.admin.v1.ListProcessesResponse> responseObserver) {
      io.grpc.stub.ClientCalls.asyncUnaryCall(
          getChannel().newCall(getListProcessesMethod(), getCallOptions()), request, responseObserver);
    }
  }

  /**
   * A stub to allow clients to do synchronous rpc calls to service ProcessService.
   * <pre>
   * Tells which processes serve, and how they are. Each writes its heartbeat to the database that they share.
   * </pre>
   */
  public static final class ProcessServiceBlockingV2Stub
      extends io.grpc.stub.AbstractBlockingStub<ProcessServiceBlockingV2Stub> {
    private ProcessServiceBlockingV2Stub(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      super(channel, callOptions);
    }

    @java.lang.Override
    protected ProcessServiceBlockingV2Stub build(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      return new ProcessServiceBlockingV2Stub(channel, callOptions);
    }

    /**
     * <pre>
     * Lists the processes on the service's database, those that started first before the others. A process that ended in
     * order is listed no more; one that was killed, or has lost the database, is listed as silent for a day.
     * </pre>
     */
    public io.platonic.admin.v1.ListProcessesResponse listProcesses(io.platonic.admin.v1.ListProcessesRequest request) throws io.grpc.StatusException {
      return io.grpc.stub.ClientCalls.blockingV2UnaryCall(
          getChannel(), getListProcessesMethod(), getCallOptions(), request);
    }
  }

  /**
   * A stub to allow clients to do limited synchronous rpc calls to service ProcessService.
   * <pre>
   * Tells which processes serve, and how they are. Each writes its heartbeat to the database that they share.
   * </pre>
   */
  public static final class ProcessServiceBlockingStub
      extends io.grpc.stub.AbstractBlockingStub<ProcessServiceBlockingStub> {
    private ProcessServiceBlockingStub(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      super(channel, callOptions);
    }

    @java.lang.Override
    protected ProcessServiceBlockingStub build(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      return new ProcessServiceBlockingStub(channel, callOptions);
    }

    /**
     * <pre>
     * Lists the processes on the service's database, those that started first before the others. A process that ended in
     * order is listed no more; one that was killed, or has lost the database, is listed as silent for a day.
     * </pre>
     */
    public io.platonic.admin.v1.ListProcessesResponse listProcesses(io.platonic.admin.v1.ListProcessesRequest request) {
      return io.grpc.stub.ClientCalls.blockingUnaryCall(
          getChannel(), getListProcessesMethod(), getCallOptions(), request);
    }
  }

  /**
   * A stub to allow clients to do ListenableFuture-style rpc calls to service ProcessService.
   * <pre>
   * Tells which processes serve, and how they are. Each writes its heartbeat to the database that they share.
   * </pre>
   */
  public static final class ProcessServiceFutureStub
      extends io.grpc.stub.AbstractFutureStub<ProcessServiceFutureStub> {
    private ProcessServiceFutureStub(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      super(channel, callOptions);
    }

    @java.lang.Override
    protected ProcessServiceFutureStub build(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      return new ProcessServiceFutureStub(channel, callOptions);
    }

    /**
     * <pre>
     * Lists the processes on the service's database, those that started first before the others. A process that ended in
     * order is listed no more; one that was killed, or has lost the database, is listed as silent for a day.
     * </pre>
     */
    public com.google.common.util.concurrent.ListenableFuture<io.platonic.admin.v1.ListProcessesResponse> listProcesses(
        io.platonic.admin.v1.ListProcessesRequest request) {
      return io.grpc.stub.ClientCalls.futureUnaryCall(
          getChannel().newCall(getListProcessesMethod(), getCallOptions()), request);
    }
  }

  private static final int METHODID_LIST_PROCESSES = 0;

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
        case METHODID_LIST_PROCESSES:
          serviceImpl.listProcesses((io.platonic.admin.v1.ListProcessesRequest) request,
              (io.grpc.stub.StreamObserver<io.platonic.admin.v1.ListProcessesResponse>) responseObserver);
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
          getListProcessesMethod(),
          io.grpc.stub.ServerCalls.asyncUnaryCall(
            new MethodHandlers<
              io.platonic.admin.v1.ListProcessesRequest,
              io.platonic.admin.v1.ListProcessesResponse>(
                service, METHODID_LIST_PROCESSES)))
        .build();
  }

  private static abstract class ProcessServiceBaseDescriptorSupplier
      implements io.grpc.protobuf.ProtoFileDescriptorSupplier, io.grpc.protobuf.ProtoServiceDescriptorSupplier {
    ProcessServiceBaseDescriptorSupplier() {}

    @java.lang.Override
    public com.google.protobuf.Descriptors.FileDescriptor getFileDescriptor() {
      return io.platonic.admin.v1.ProcessProto.getDescriptor();
    }

    @java.lang.Override
    public com.google.protobuf.Descriptors.ServiceDescriptor getServiceDescriptor() {
      return getFileDescriptor().findServiceByName("ProcessService");
    }
  }

  private static final class ProcessServiceFileDescriptorSupplier
      extends ProcessServiceBaseDescriptorSupplier {
    ProcessServiceFileDescriptorSupplier() {}
  }

  private static final class ProcessServiceMethodDescriptorSupplier
      extends ProcessServiceBaseDescriptorSupplier
      implements io.grpc.protobuf.ProtoMethodDescriptorSupplier {
    private final java.lang.String methodName;

    ProcessServiceMethodDescriptorSupplier(java.lang.String methodName) {
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
      synchronized (ProcessServiceGrpc.class) {
        result = serviceDescriptor;
        if (result == null) {
          serviceDescriptor = result = io.grpc.ServiceDescriptor.newBuilder(SERVICE_NAME)
              .setSchemaDescriptor(new ProcessServiceFileDescriptorSupplier())
              .addMethod(getListProcessesMethod())
              .build();
        }
      }
    }
    return result;
  }
}
