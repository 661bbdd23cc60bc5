package io.platonic.admin.v1;

import static io.grpc.MethodDescriptor.generateFullMethodName;

/**
 * <pre>
 * Makes encrypted backups of the service's database, in addition to the daily ones, and tests whether they can be
 * restored. The files stay on the service's machine.
 * </pre>
 */
@io.grpc.stub.annotations.GrpcGenerated
public final class BackupServiceGrpc {

  private BackupServiceGrpc() {}

  public static final java.lang.String SERVICE_NAME = "admin.v1.BackupService";

  // Static method descriptors that strictly reflect the proto.
  private static volatile io.grpc.MethodDescriptor<io.platonic.admin.v1.CreateBackupRequest,
      io.platonic.admin.v1.CreateBackupResponse> getCreateBackupMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "CreateBackup",
      requestType = io.platonic.admin.v1.CreateBackupRequest.class,
      responseType = io.platonic.admin.v1.CreateBackupResponse.class,
      methodType = io.grpc.MethodDescriptor.MethodType.UNARY)
  public static io.grpc.MethodDescriptor<io.platonic.admin.v1.CreateBackupRequest,
      io.platonic.admin.v1.CreateBackupResponse> getCreateBackupMethod() {
    io.grpc.MethodDescriptor<io.platonic.admin.v1.CreateBackupRequest, io.platonic.admin.v1.CreateBackupResponse> getCreateBackupMethod;
    if ((getCreateBackupMethod = BackupServiceGrpc.getCreateBackupMethod) == null) {
      synchronized (BackupServiceGrpc.class) {
        if ((getCreateBackupMethod = BackupServiceGrpc.getCreateBackupMethod) == null) {
          BackupServiceGrpc.getCreateBackupMethod = getCreateBackupMethod =
              io.grpc.MethodDescriptor.<io.platonic.admin.v1.CreateBackupRequest, io.platonic.admin.v1.CreateBackupResponse>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.UNARY)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "CreateBackup"))
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.platonic.admin.v1.CreateBackupRequest.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.platonic.admin.v1.CreateBackupResponse.getDefaultInstance()))
              .setSchemaDescriptor(new BackupServiceMethodDescriptorSupplier("CreateBackup"))
              .build();
        }
      }
    }
    return getCreateBackupMethod;
  }

  private static volatile io.grpc.MethodDescriptor<io.platonic.admin.v1.ListBackupsRequest,
      io.platonic.admin.v1.ListBackupsResponse> getListBackupsMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "ListBackups",
      requestType = io.platonic.admin.v1.ListBackupsRequest.class,
      responseType = io.platonic.admin.v1.ListBackupsResponse.class,
      methodType = io.grpc.MethodDescriptor.MethodType.UNARY)
  public static io.grpc.MethodDescriptor<io.platonic.admin.v1.ListBackupsRequest,
      io.platonic.admin.v1.ListBackupsResponse> getListBackupsMethod() {
    io.grpc.MethodDescriptor<io.platonic.admin.v1.ListBackupsRequest, io.platonic.admin.v1.ListBackupsResponse> getListBackupsMethod;
    if ((getListBackupsMethod = BackupServiceGrpc.getListBackupsMethod) == null) {
      synchronized (BackupServiceGrpc.class) {
        if ((getListBackupsMethod = BackupServiceGrpc.getListBackupsMethod) == null) {
          BackupServiceGrpc.getListBackupsMethod = getListBackupsMethod =
              io.grpc.MethodDescriptor.<io.platonic.admin.v1.ListBackupsRequest, io.platonic.admin.v1.ListBackupsResponse>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.UNARY)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "ListBackups"))
              .setSafe(true)
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.platonic.admin.v1.ListBackupsRequest.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.platonic.admin.v1.ListBackupsResponse.getDefaultInstance()))
              .setSchemaDescriptor(new BackupServiceMethodDescriptorSupplier("ListBackups"))
              .build();
        }
      }
    }
    return getListBackupsMethod;
  }

  private static volatile io.grpc.MethodDescriptor<io.platonic.admin.v1.DrillBackupRequest,
      io.platonic.admin.v1.DrillBackupResponse> getDrillBackupMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "DrillBackup",
      requestType = io.platonic.admin.v1.DrillBackupRequest.class,
      responseType = io.platonic.admin.v1.DrillBackupResponse.class,
      methodType = io.grpc.MethodDescriptor.MethodType.UNARY)
  public static io.grpc.MethodDescriptor<io.platonic.admin.v1.DrillBackupRequest,
      io.platonic.admin.v1.DrillBackupResponse> getDrillBackupMethod() {
    io.grpc.MethodDescriptor<io.platonic.admin.v1.DrillBackupRequest, io.platonic.admin.v1.DrillBackupResponse> getDrillBackupMethod;
    if ((getDrillBackupMethod = BackupServiceGrpc.getDrillBackupMethod) == null) {
      synchronized (BackupServiceGrpc.class) {
        if ((getDrillBackupMethod = BackupServiceGrpc.getDrillBackupMethod) == null) {
          BackupServiceGrpc.getDrillBackupMethod = getDrillBackupMethod =
              io.grpc.MethodDescriptor.<io.platonic.admin.v1.DrillBackupRequest, io.platonic.admin.v1.DrillBackupResponse>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.UNARY)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "DrillBackup"))
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.platonic.admin.v1.DrillBackupRequest.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.platonic.admin.v1.DrillBackupResponse.getDefaultInstance()))
              .setSchemaDescriptor(new BackupServiceMethodDescriptorSupplier("DrillBackup"))
              .build();
        }
      }
    }
    return getDrillBackupMethod;
  }

  /**
   * Creates a new async stub that supports all call types for the service
   */
  public static BackupServiceStub newStub(io.grpc.Channel channel) {
    io.grpc.stub.AbstractStub.StubFactory<BackupServiceStub> factory =
      new io.grpc.stub.AbstractStub.StubFactory<BackupServiceStub>() {
        @java.lang.Override
        public BackupServiceStub newStub(io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
          return new BackupServiceStub(channel, callOptions);
        }
      };
    return BackupServiceStub.newStub(factory, channel);
  }

  /**
   * Creates a new blocking-style stub that supports all types of calls on the service
   */
  public static BackupServiceBlockingV2Stub newBlockingV2Stub(
      io.grpc.Channel channel) {
    io.grpc.stub.AbstractStub.StubFactory<BackupServiceBlockingV2Stub> factory =
      new io.grpc.stub.AbstractStub.StubFactory<BackupServiceBlockingV2Stub>() {
        @java.lang.Override
        public BackupServiceBlockingV2Stub newStub(io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
          return new BackupServiceBlockingV2Stub(channel, callOptions);
        }
      };
    return BackupServiceBlockingV2Stub.newStub(factory, channel);
  }

  /**
   * Creates a new blocking-style stub that supports unary and streaming output calls on the service
   */
  public static BackupServiceBlockingStub newBlockingStub(
      io.grpc.Channel channel) {
    io.grpc.stub.AbstractStub.StubFactory<BackupServiceBlockingStub> factory =
      new io.grpc.stub.AbstractStub.StubFactory<BackupServiceBlockingStub>() {
        @java.lang.Override
        public BackupServiceBlockingStub newStub(io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
          return new BackupServiceBlockingStub(channel, callOptions);
        }
      };
    return BackupServiceBlockingStub.newStub(factory, channel);
  }

  /**
   * Creates a new ListenableFuture-style stub that supports unary calls on the service
   */
  public static BackupServiceFutureStub newFutureStub(
      io.grpc.Channel channel) {
    io.grpc.stub.AbstractStub.StubFactory<BackupServiceFutureStub> factory =
      new io.grpc.stub.AbstractStub.StubFactory<BackupServiceFutureStub>() {
        @java.lang.Override
        public BackupServiceFutureStub newStub(io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
          return new BackupServiceFutureStub(channel, callOptions);
        }
      };
    return BackupServiceFutureStub.newStub(factory, channel);
  }

  /**
   * <pre>
   * Makes encrypted backups of the service's database, in addition to the daily ones, and tests whether they can be
   * restored. The files stay on the service's machine.
   * </pre>
   */
  public interface AsyncService {

    /**
     * <pre>
     * Makes a backup now and returns when it is on disk.
     * </pre>
     */
    default void createBackup(io.platonic.admin.v1.CreateBackupRequest request,
        io.grpc.stub.StreamObserver<io.platonic.admin.v1.CreateBackupResponse> responseObserver) {
      io.grpc.stub.ServerCalls.asyncUnimplementedUnaryCall(getCreateBackupMethod(), responseObserver);
    }

    /**
     * <pre>
     * Lists all backups, newest first.
     * </pre>
     */
    default void listBackups(io.platonic.admin.v1.ListBackupsRequest request,
        io.grpc.stub.StreamObserver<io.platonic.admin.v1.ListBackupsResponse> responseObserver) {
      io.grpc.stub.ServerCalls.asyncUnimplementedUnaryCall(getListBackupsMethod(), responseObserver);
    }

    /**
     * <pre>
     * Restores the newest backup into a separate place, decrypts and checks everything in it, and reports the problems
     * found. The service itself is not changed.
     * </pre>
     */
    default void drillBackup(io.platonic.admin.v1.DrillBackupRequest request,
        io.grpc.stub.StreamObserver<io.platonic.admin.v1.DrillBackupResponse> responseObserver) {
      io.grpc.stub.ServerCalls.asyncUnimplementedUnaryCall(getDrillBackupMethod(), responseObserver);
    }
  }

  /**
   * Base class for the server implementation of the service BackupService.
   * <pre>
   * Makes encrypted backups of the service's database, in addition to the daily ones, and tests whether they can be
   * restored. The files stay on the service's machine.
   * </pre>
   */
  public static abstract class BackupServiceImplBase
      implements io.grpc.BindableService, AsyncService {

    @java.lang.Override public final io.grpc.ServerServiceDefinition bindService() {
      return BackupServiceGrpc.bindService(this);
    }
  }

  /**
   * A stub to allow clients to do asynchronous rpc calls to service BackupService.
   * <pre>
   * Makes encrypted backups of the service's database, in addition to the daily ones, and tests whether they can be
   * restored. The files stay on the service's machine.
   * </pre>
   */
  public static final class BackupServiceStub
      extends io.grpc.stub.AbstractAsyncStub<BackupServiceStub> {
    private BackupServiceStub(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      super(channel, callOptions);
    }

    @java.lang.Override
    protected BackupServiceStub build(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      return new BackupServiceStub(channel, callOptions);
    }

    /**
     * <pre>
     * Makes a backup now and returns when it is on disk.
     * </pre>
     */
    public void createBackup(io.platonic.admin.v1.CreateBackupRequest request,
        io.grpc.stub.StreamObserver<io.platonic.admin.v1.CreateBackupResponse> responseObserver) {
      io.grpc.stub.ClientCalls.asyncUnaryCall(
          getChannel().newCall(getCreateBackupMethod(), getCallOptions()), request, responseObserver);
    }

    /**
     * <pre>
     * Lists all backups, newest first.
     * </pre>
     */
    public void listBackups(io.platonic.admin.v1.ListBackupsRequest request,
        io.grpc.stub.StreamObserver<io.platonic.admin.v1.ListBackupsResponse> responseObserver) {
      io.grpc.stub.ClientCalls.asyncUnaryCall(
          getChannel().newCall(getListBackupsMethod(), getCallOptions()), request, responseObserver);
    }

    /**
     * <pre>
     * Restores the newest backup into a separate place, decrypts and checks everything in it, and reports the problems
     * found. The service itself is not changed.
     * </pre>
     */
    public void drillBackup(io.platonic.admin.v1.DrillBackupRequest request,
        io.grpc.stub.StreamObserver<io.platonic.admin.v1.DrillBackupResponse> responseObserver) {
      io.grpc.stub.ClientCalls.asyncUnaryCall(
          getChannel().newCall(getDrillBackupMethod(), getCallOptions()), request, responseObserver);
    }
  }

  /**
   * A stub to allow clients to do synchronous rpc calls to service BackupService.
   * <pre>
   * Makes encrypted backups of the service's database, in addition to the daily ones, and tests whether they can be
   * restored. The files stay on the service's machine.
   * </pre>
   */
  public static final class BackupServiceBlockingV2Stub
      extends io.grpc.stub.AbstractBlockingStub<BackupServiceBlockingV2Stub> {
    private BackupServiceBlockingV2Stub(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      super(channel, callOptions);
    }

    @java.lang.Override
    protected BackupServiceBlockingV2Stub build(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      return new BackupServiceBlockingV2Stub(channel, callOptions);
    }

    /**
     * <pre>
     * Makes a backup now and returns when it is on disk.
     * </pre>
     */
    public io.platonic.admin.v1.CreateBackupResponse createBackup(io.platonic.admin.v1.CreateBackupRequest request) throws io.grpc.StatusException {
      return io.grpc.stub.ClientCalls.blockingV2UnaryCall(
          getChannel(), getCreateBackupMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Lists all backups, newest first.
     * </pre>
     */
    public io.platonic.admin.v1.ListBackupsResponse listBackups(io.platonic.admin.v1.ListBackupsRequest request) throws io.grpc.StatusException {
      return io.grpc.stub.ClientCalls.blockingV2UnaryCall(
          getChannel(), getListBackupsMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Restores the newest backup into a separate place, decrypts and checks everything in it, and reports the problems
     * found. The service itself is not changed.
     * </pre>
     */
    public io.platonic.admin.v1.DrillBackupResponse drillBackup(io.platonic.admin.v1.DrillBackupRequest request) throws io.grpc.StatusException {
      return io.grpc.stub.ClientCalls.blockingV2UnaryCall(
          getChannel(), getDrillBackupMethod(), getCallOptions(), request);
    }
  }

  /**
   * A stub to allow clients to do limited synchronous rpc calls to service BackupService.
   * <pre>
   * Makes encrypted backups of the service's database, in addition to the daily ones, and tests whether they can be
   * restored. The files stay on the service's machine.
   * </pre>
   */
  public static final class BackupServiceBlockingStub
      extends io.grpc.stub.AbstractBlockingStub<BackupServiceBlockingStub> {
    private BackupServiceBlockingStub(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      super(channel, callOptions);
    }

    @java.lang.Override
    protected BackupServiceBlockingStub build(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      return new BackupServiceBlockingStub(channel, callOptions);
    }

    /**
     * <pre>
     * Makes a backup now and returns when it is on disk.
     * </pre>
     */
    public io.platonic.admin.v1.CreateBackupResponse createBackup(io.platonic.admin.v1.CreateBackupRequest request) {
      return io.grpc.stub.ClientCalls.blockingUnaryCall(
          getChannel(), getCreateBackupMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Lists all backups, newest first.
     * </pre>
     */
    public io.platonic.admin.v1.ListBackupsResponse listBackups(io.platonic.admin.v1.ListBackupsRequest request) {
      return io.grpc.stub.ClientCalls.blockingUnaryCall(
          getChannel(), getListBackupsMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Restores the newest backup into a separate place, decrypts and checks everything in it, and reports the problems
     * found. The service itself is not changed.
     * </pre>
     */
    public io.platonic.admin.v1.DrillBackupResponse drillBackup(io.platonic.admin.v1.DrillBackupRequest request) {
      return io.grpc.stub.ClientCalls.blockingUnaryCall(
          getChannel(), getDrillBackupMethod(), getCallOptions(), request);
    }
  }

  /**
   * A stub to allow clients to do ListenableFuture-style rpc calls to service BackupService.
   * <pre>
   * Makes encrypted backups of the service's database, in addition to the daily ones, and tests whether they can be
   * restored. The files stay on the service's machine.
   * </pre>
   */
  public static final class BackupServiceFutureStub
      extends io.grpc.stub.AbstractFutureStub<BackupServiceFutureStub> {
    private BackupServiceFutureStub(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      super(channel, callOptions);
    }

    @java.lang.Override
    protected BackupServiceFutureStub build(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      return new BackupServiceFutureStub(channel, callOptions);
    }

    /**
     * <pre>
     * Makes a backup now and returns when it is on disk.
     * </pre>
     */
    public com.google.common.util.concurrent.ListenableFuture<io.platonic.admin.v1.CreateBackupResponse> createBackup(
        io.platonic.admin.v1.CreateBackupRequest request) {
      return io.grpc.stub.ClientCalls.futureUnaryCall(
          getChannel().newCall(getCreateBackupMethod(), getCallOptions()), request);
    }

    /**
     * <pre>
     * Lists all backups, newest first.
     * </pre>
     */
    public com.google.common.util.concurrent.ListenableFuture<io.platonic.admin.v1.ListBackupsResponse> listBackups(
        io.platonic.admin.v1.ListBackupsRequest request) {
      return io.grpc.stub.ClientCalls.futureUnaryCall(
          getChannel().newCall(getListBackupsMethod(), getCallOptions()), request);
    }

    /**
     * <pre>
     * Restores the newest backup into a separate place, decrypts and checks everything in it, and reports the problems
     * found. The service itself is not changed.
     * </pre>
     */
    public com.google.common.util.concurrent.ListenableFuture<io.platonic.admin.v1.DrillBackupResponse> drillBackup(
        io.platonic.admin.v1.DrillBackupRequest request) {
      return io.grpc.stub.ClientCalls.futureUnaryCall(
          getChannel().newCall(getDrillBackupMethod(), getCallOptions()), request);
    }
  }

  private static final int METHODID_CREATE_BACKUP = 0;
  private static final int METHODID_LIST_BACKUPS = 1;
  private static final int METHODID_DRILL_BACKUP = 2;

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
        case METHODID_CREATE_BACKUP:
          serviceImpl.createBackup((io.platonic.admin.v1.CreateBackupRequest) request,
              (io.grpc.stub.StreamObserver<io.platonic.admin.v1.CreateBackupResponse>) responseObserver);
          break;
        case METHODID_LIST_BACKUPS:
          serviceImpl.listBackups((io.platonic.admin.v1.ListBackupsRequest) request,
              (io.grpc.stub.StreamObserver<io.platonic.admin.v1.ListBackupsResponse>) responseObserver);
          break;
        case METHODID_DRILL_BACKUP:
          serviceImpl.drillBackup((io.platonic.admin.v1.DrillBackupRequest) request,
              (io.grpc.stub.StreamObserver<io.platonic.admin.v1.DrillBackupResponse>) responseObserver);
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
          getCreateBackupMethod(),
          io.grpc.stub.ServerCalls.asyncUnaryCall(
            new MethodHandlers<
              io.platonic.admin.v1.CreateBackupRequest,
              io.platonic.admin.v1.CreateBackupResponse>(
                service, METHODID_CREATE_BACKUP)))
        .addMethod(
          getListBackupsMethod(),
          io.grpc.stub.ServerCalls.asyncUnaryCall(
            new MethodHandlers<
              io.platonic.admin.v1.ListBackupsRequest,
              io.platonic.admin.v1.ListBackupsResponse>(
                service, METHODID_LIST_BACKUPS)))
        .addMethod(
          getDrillBackupMethod(),
          io.grpc.stub.ServerCalls.asyncUnaryCall(
            new MethodHandlers<
              io.platonic.admin.v1.DrillBackupRequest,
              io.platonic.admin.v1.DrillBackupResponse>(
                service, METHODID_DRILL_BACKUP)))
        .build();
  }

  private static abstract class BackupServiceBaseDescriptorSupplier
      implements io.grpc.protobuf.ProtoFileDescriptorSupplier, io.grpc.protobuf.ProtoServiceDescriptorSupplier {
    BackupServiceBaseDescriptorSupplier() {}

    @java.lang.Override
    public com.google.protobuf.Descriptors.FileDescriptor getFileDescriptor() {
      return io.platonic.admin.v1.BackupProto.getDescriptor();
    }

    @java.lang.Override
    public com.google.protobuf.Descriptors.ServiceDescriptor getServiceDescriptor() {
      return getFileDescriptor().findServiceByName("BackupService");
    }
  }

  private static final class BackupServiceFileDescriptorSupplier
      extends BackupServiceBaseDescriptorSupplier {
    BackupServiceFileDescriptorSupplier() {}
  }

  private static final class BackupServiceMethodDescriptorSupplier
      extends BackupServiceBaseDescriptorSupplier
      implements io.grpc.protobuf.ProtoMethodDescriptorSupplier {
    private final java.lang.String methodName;

    BackupServiceMethodDescriptorSupplier(java.lang.String methodName) {
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
      synchronized (BackupServiceGrpc.class) {
        result = serviceDescriptor;
        if (result == null) {
          serviceDescriptor = result = io.grpc.ServiceDescriptor.newBuilder(SERVICE_NAME)
              .setSchemaDescriptor(new BackupServiceFileDescriptorSupplier())
              .addMethod(getCreateBackupMethod())
              .addMethod(getListBackupsMethod())
              .addMethod(getDrillBackupMethod())
              .build();
        }
      }
    }
    return result;
  }
}
