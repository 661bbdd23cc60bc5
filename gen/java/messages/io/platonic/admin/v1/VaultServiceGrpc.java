package io.platonic.admin.v1;

import static io.grpc.MethodDescriptor.generateFullMethodName;

/**
 * <pre>
 * Reports the state of the vault's keys and rotates them. No response ever contains a key.
 * </pre>
 */
@io.grpc.stub.annotations.GrpcGenerated
public final class VaultServiceGrpc {

  private VaultServiceGrpc() {}

  public static final java.lang.String SERVICE_NAME = "admin.v1.VaultService";

  // Static method descriptors that strictly reflect the proto.
  private static volatile io.grpc.MethodDescriptor<io.platonic.admin.v1.GetVaultStatusRequest,
      io.platonic.admin.v1.GetVaultStatusResponse> getGetVaultStatusMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "GetVaultStatus",
      requestType = io.platonic.admin.v1.GetVaultStatusRequest.class,
      responseType = io.platonic.admin.v1.GetVaultStatusResponse.class,
      methodType = io.grpc.MethodDescriptor.MethodType.UNARY)
  public static io.grpc.MethodDescriptor<io.platonic.admin.v1.GetVaultStatusRequest,
      io.platonic.admin.v1.GetVaultStatusResponse> getGetVaultStatusMethod() {
    io.grpc.MethodDescriptor<io.platonic.admin.v1.GetVaultStatusRequest, io.platonic.admin.v1.GetVaultStatusResponse> getGetVaultStatusMethod;
    if ((getGetVaultStatusMethod = VaultServiceGrpc.getGetVaultStatusMethod) == null) {
      synchronized (VaultServiceGrpc.class) {
        if ((getGetVaultStatusMethod = VaultServiceGrpc.getGetVaultStatusMethod) == null) {
          VaultServiceGrpc.getGetVaultStatusMethod = getGetVaultStatusMethod =
              io.grpc.MethodDescriptor.<io.platonic.admin.v1.GetVaultStatusRequest, io.platonic.admin.v1.GetVaultStatusResponse>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.UNARY)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "GetVaultStatus"))
              .setSafe(true)
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.platonic.admin.v1.GetVaultStatusRequest.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.platonic.admin.v1.GetVaultStatusResponse.getDefaultInstance()))
              .setSchemaDescriptor(new VaultServiceMethodDescriptorSupplier("GetVaultStatus"))
              .build();
        }
      }
    }
    return getGetVaultStatusMethod;
  }

  private static volatile io.grpc.MethodDescriptor<io.platonic.admin.v1.RotateVaultRequest,
      io.platonic.admin.v1.RotateVaultResponse> getRotateVaultMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "RotateVault",
      requestType = io.platonic.admin.v1.RotateVaultRequest.class,
      responseType = io.platonic.admin.v1.RotateVaultResponse.class,
      methodType = io.grpc.MethodDescriptor.MethodType.UNARY)
  public static io.grpc.MethodDescriptor<io.platonic.admin.v1.RotateVaultRequest,
      io.platonic.admin.v1.RotateVaultResponse> getRotateVaultMethod() {
    io.grpc.MethodDescriptor<io.platonic.admin.v1.RotateVaultRequest, io.platonic.admin.v1.RotateVaultResponse> getRotateVaultMethod;
    if ((getRotateVaultMethod = VaultServiceGrpc.getRotateVaultMethod) == null) {
      synchronized (VaultServiceGrpc.class) {
        if ((getRotateVaultMethod = VaultServiceGrpc.getRotateVaultMethod) == null) {
          VaultServiceGrpc.getRotateVaultMethod = getRotateVaultMethod =
              io.grpc.MethodDescriptor.<io.platonic.admin.v1.RotateVaultRequest, io.platonic.admin.v1.RotateVaultResponse>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.UNARY)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "RotateVault"))
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.platonic.admin.v1.RotateVaultRequest.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.platonic.admin.v1.RotateVaultResponse.getDefaultInstance()))
              .setSchemaDescriptor(new VaultServiceMethodDescriptorSupplier("RotateVault"))
              .build();
        }
      }
    }
    return getRotateVaultMethod;
  }

  /**
   * Creates a new async stub that supports all call types for the service
   */
  public static VaultServiceStub newStub(io.grpc.Channel channel) {
    io.grpc.stub.AbstractStub.StubFactory<VaultServiceStub> factory =
      new io.grpc.stub.AbstractStub.StubFactory<VaultServiceStub>() {
        @java.lang.Override
        public VaultServiceStub newStub(io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
          return new VaultServiceStub(channel, callOptions);
        }
      };
    return VaultServiceStub.newStub(factory, channel);
  }

  /**
   * Creates a new blocking-style stub that supports all types of calls on the service
   */
  public static VaultServiceBlockingV2Stub newBlockingV2Stub(
      io.grpc.Channel channel) {
    io.grpc.stub.AbstractStub.StubFactory<VaultServiceBlockingV2Stub> factory =
      new io.grpc.stub.AbstractStub.StubFactory<VaultServiceBlockingV2Stub>() {
        @java.lang.Override
        public VaultServiceBlockingV2Stub newStub(io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
          return new VaultServiceBlockingV2Stub(channel, callOptions);
        }
      };
    return VaultServiceBlockingV2Stub.newStub(factory, channel);
  }

  /**
   * Creates a new blocking-style stub that supports unary and streaming output calls on the service
   */
  public static VaultServiceBlockingStub newBlockingStub(
      io.grpc.Channel channel) {
    io.grpc.stub.AbstractStub.StubFactory<VaultServiceBlockingStub> factory =
      new io.grpc.stub.AbstractStub.StubFactory<VaultServiceBlockingStub>() {
        @java.lang.Override
        public VaultServiceBlockingStub newStub(io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
          return new VaultServiceBlockingStub(channel, callOptions);
        }
      };
    return VaultServiceBlockingStub.newStub(factory, channel);
  }

  /**
   * Creates a new ListenableFuture-style stub that supports unary calls on the service
   */
  public static VaultServiceFutureStub newFutureStub(
      io.grpc.Channel channel) {
    io.grpc.stub.AbstractStub.StubFactory<VaultServiceFutureStub> factory =
      new io.grpc.stub.AbstractStub.StubFactory<VaultServiceFutureStub>() {
        @java.lang.Override
        public VaultServiceFutureStub newStub(io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
          return new VaultServiceFutureStub(channel, callOptions);
        }
      };
    return VaultServiceFutureStub.newStub(factory, channel);
  }

  /**
   * <pre>
   * Reports the state of the vault's keys and rotates them. No response ever contains a key.
   * </pre>
   */
  public interface AsyncService {

    /**
     * <pre>
     * Reports which key-encryption key is in use, and since when.
     * </pre>
     */
    default void getVaultStatus(io.platonic.admin.v1.GetVaultStatusRequest request,
        io.grpc.stub.StreamObserver<io.platonic.admin.v1.GetVaultStatusResponse> responseObserver) {
      io.grpc.stub.ServerCalls.asyncUnimplementedUnaryCall(getGetVaultStatusMethod(), responseObserver);
    }

    /**
     * <pre>
     * Replaces the active key-encryption key now, for example after a possible exposure, and returns the new state.
     * </pre>
     */
    default void rotateVault(io.platonic.admin.v1.RotateVaultRequest request,
        io.grpc.stub.StreamObserver<io.platonic.admin.v1.RotateVaultResponse> responseObserver) {
      io.grpc.stub.ServerCalls.asyncUnimplementedUnaryCall(getRotateVaultMethod(), responseObserver);
    }
  }

  /**
   * Base class for the server implementation of the service VaultService.
   * <pre>
   * Reports the state of the vault's keys and rotates them. No response ever contains a key.
   * </pre>
   */
  public static abstract class VaultServiceImplBase
      implements io.grpc.BindableService, AsyncService {

    @java.lang.Override public final io.grpc.ServerServiceDefinition bindService() {
      return VaultServiceGrpc.bindService(this);
    }
  }

  /**
   * A stub to allow clients to do asynchronous rpc calls to service VaultService.
   * <pre>
   * Reports the state of the vault's keys and rotates them. No response ever contains a key.
   * </pre>
   */
  public static final class VaultServiceStub
      extends io.grpc.stub.AbstractAsyncStub<VaultServiceStub> {
    private VaultServiceStub(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      super(channel, callOptions);
    }

    @java.lang.Override
    protected VaultServiceStub build(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      return new VaultServiceStub(channel, callOptions);
    }

    /**
     * <pre>
     * Reports which key-encryption key is in use, and since when.
     * </pre>
     */
    public void getVaultStatus(io.platonic.admin.v1.GetVaultStatusRequest request,
        io.grpc.stub.StreamObserver<io.platonic.admin.v1.GetVaultStatusResponse> responseObserver) {
      io.grpc.stub.ClientCalls.asyncUnaryCall(
          getChannel().newCall(getGetVaultStatusMethod(), getCallOptions()), request, responseObserver);
    }

    /**
     * <pre>
     * Replaces the active key-encryption key now, for example after a possible exposure, and returns the new state.
     * </pre>
     */
    public void rotateVault(io.platonic.admin.v1.RotateVaultRequest request,
        io.grpc.stub.StreamObserver<io.platonic.admin.v1.RotateVaultResponse> responseObserver) {
      io.grpc.stub.ClientCalls.asyncUnaryCall(
          getChannel().newCall(getRotateVaultMethod(), getCallOptions()), request, responseObserver);
    }
  }

  /**
   * A stub to allow clients to do synchronous rpc calls to service VaultService.
   * <pre>
   * Reports the state of the vault's keys and rotates them. No response ever contains a key.
   * </pre>
   */
  public static final class VaultServiceBlockingV2Stub
      extends io.grpc.stub.AbstractBlockingStub<VaultServiceBlockingV2Stub> {
    private VaultServiceBlockingV2Stub(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      super(channel, callOptions);
    }

    @java.lang.Override
    protected VaultServiceBlockingV2Stub build(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      return new VaultServiceBlockingV2Stub(channel, callOptions);
    }

    /**
     * <pre>
     * Reports which key-encryption key is in use, and since when.
     * </pre>
     */
    public io.platonic.admin.v1.GetVaultStatusResponse getVaultStatus(io.platonic.admin.v1.GetVaultStatusRequest request) throws io.grpc.StatusException {
      return io.grpc.stub.ClientCalls.blockingV2UnaryCall(
          getChannel(), getGetVaultStatusMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Replaces the active key-encryption key now, for example after a possible exposure, and returns the new state.
     * </pre>
     */
    public io.platonic.admin.v1.RotateVaultResponse rotateVault(io.platonic.admin.v1.RotateVaultRequest request) throws io.grpc.StatusException {
      return io.grpc.stub.ClientCalls.blockingV2UnaryCall(
          getChannel(), getRotateVaultMethod(), getCallOptions(), request);
    }
  }

  /**
   * A stub to allow clients to do limited synchronous rpc calls to service VaultService.
   * <pre>
   * Reports the state of the vault's keys and rotates them. No response ever contains a key.
   * </pre>
   */
  public static final class VaultServiceBlockingStub
      extends io.grpc.stub.AbstractBlockingStub<VaultServiceBlockingStub> {
    private VaultServiceBlockingStub(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      super(channel, callOptions);
    }

    @java.lang.Override
    protected VaultServiceBlockingStub build(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      return new VaultServiceBlockingStub(channel, callOptions);
    }

    /**
     * <pre>
     * Reports which key-encryption key is in use, and since when.
     * </pre>
     */
    public io.platonic.admin.v1.GetVaultStatusResponse getVaultStatus(io.platonic.admin.v1.GetVaultStatusRequest request) {
      return io.grpc.stub.ClientCalls.blockingUnaryCall(
          getChannel(), getGetVaultStatusMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Replaces the active key-encryption key now, for example after a possible exposure, and returns the new state.
     * </pre>
     */
    public io.platonic.admin.v1.RotateVaultResponse rotateVault(io.platonic.admin.v1.RotateVaultRequest request) {
      return io.grpc.stub.ClientCalls.blockingUnaryCall(
          getChannel(), getRotateVaultMethod(), getCallOptions(), request);
    }
  }

  /**
   * A stub to allow clients to do ListenableFuture-style rpc calls to service VaultService.
   * <pre>
   * Reports the state of the vault's keys and rotates them. No response ever contains a key.
   * </pre>
   */
  public static final class VaultServiceFutureStub
      extends io.grpc.stub.AbstractFutureStub<VaultServiceFutureStub> {
    private VaultServiceFutureStub(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      super(channel, callOptions);
    }

    @java.lang.Override
    protected VaultServiceFutureStub build(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      return new VaultServiceFutureStub(channel, callOptions);
    }

    /**
     * <pre>
     * Reports which key-encryption key is in use, and since when.
     * </pre>
     */
    public com.google.common.util.concurrent.ListenableFuture<io.platonic.admin.v1.GetVaultStatusResponse> getVaultStatus(
        io.platonic.admin.v1.GetVaultStatusRequest request) {
      return io.grpc.stub.ClientCalls.futureUnaryCall(
          getChannel().newCall(getGetVaultStatusMethod(), getCallOptions()), request);
    }

    /**
     * <pre>
     * Replaces the active key-encryption key now, for example after a possible exposure, and returns the new state.
     * </pre>
     */
    public com.google.common.util.concurrent.ListenableFuture<io.platonic.admin.v1.RotateVaultResponse> rotateVault(
        io.platonic.admin.v1.RotateVaultRequest request) {
      return io.grpc.stub.ClientCalls.futureUnaryCall(
          getChannel().newCall(getRotateVaultMethod(), getCallOptions()), request);
    }
  }

  private static final int METHODID_GET_VAULT_STATUS = 0;
  private static final int METHODID_ROTATE_VAULT = 1;

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
        case METHODID_GET_VAULT_STATUS:
          serviceImpl.getVaultStatus((io.platonic.admin.v1.GetVaultStatusRequest) request,
              (io.grpc.stub.StreamObserver<io.platonic.admin.v1.GetVaultStatusResponse>) responseObserver);
          break;
        case METHODID_ROTATE_VAULT:
          serviceImpl.rotateVault((io.platonic.admin.v1.RotateVaultRequest) request,
              (io.grpc.stub.StreamObserver<io.platonic.admin.v1.RotateVaultResponse>) responseObserver);
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
          getGetVaultStatusMethod(),
          io.grpc.stub.ServerCalls.asyncUnaryCall(
            new MethodHandlers<
              io.platonic.admin.v1.GetVaultStatusRequest,
              io.platonic.admin.v1.GetVaultStatusResponse>(
                service, METHODID_GET_VAULT_STATUS)))
        .addMethod(
          getRotateVaultMethod(),
          io.grpc.stub.ServerCalls.asyncUnaryCall(
            new MethodHandlers<
              io.platonic.admin.v1.RotateVaultRequest,
              io.platonic.admin.v1.RotateVaultResponse>(
                service, METHODID_ROTATE_VAULT)))
        .build();
  }

  private static abstract class VaultServiceBaseDescriptorSupplier
      implements io.grpc.protobuf.ProtoFileDescriptorSupplier, io.grpc.protobuf.ProtoServiceDescriptorSupplier {
    VaultServiceBaseDescriptorSupplier() {}

    @java.lang.Override
    public com.google.protobuf.Descriptors.FileDescriptor getFileDescriptor() {
      return io.platonic.admin.v1.VaultProto.getDescriptor();
    }

    @java.lang.Override
    public com.google.protobuf.Descriptors.ServiceDescriptor getServiceDescriptor() {
      return getFileDescriptor().findServiceByName("VaultService");
    }
  }

  private static final class VaultServiceFileDescriptorSupplier
      extends VaultServiceBaseDescriptorSupplier {
    VaultServiceFileDescriptorSupplier() {}
  }

  private static final class VaultServiceMethodDescriptorSupplier
      extends VaultServiceBaseDescriptorSupplier
      implements io.grpc.protobuf.ProtoMethodDescriptorSupplier {
    private final java.lang.String methodName;

    VaultServiceMethodDescriptorSupplier(java.lang.String methodName) {
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
      synchronized (VaultServiceGrpc.class) {
        result = serviceDescriptor;
        if (result == null) {
          serviceDescriptor = result = io.grpc.ServiceDescriptor.newBuilder(SERVICE_NAME)
              .setSchemaDescriptor(new VaultServiceFileDescriptorSupplier())
              .addMethod(getGetVaultStatusMethod())
              .addMethod(getRotateVaultMethod())
              .build();
        }
      }
    }
    return result;
  }
}
