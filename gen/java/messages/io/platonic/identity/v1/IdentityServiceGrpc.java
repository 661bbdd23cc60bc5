package io.platonic.identity.v1;

import static io.grpc.MethodDescriptor.generateFullMethodName;

/**
 * <pre>
 * Managed identities and their keys.
 * </pre>
 */
@io.grpc.stub.annotations.GrpcGenerated
public final class IdentityServiceGrpc {

  private IdentityServiceGrpc() {}

  public static final java.lang.String SERVICE_NAME = "identity.v1.IdentityService";

  // Static method descriptors that strictly reflect the proto.
  private static volatile io.grpc.MethodDescriptor<io.platonic.identity.v1.CreateIdentityRequest,
      io.platonic.identity.v1.CreateIdentityResponse> getCreateIdentityMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "CreateIdentity",
      requestType = io.platonic.identity.v1.CreateIdentityRequest.class,
      responseType = io.platonic.identity.v1.CreateIdentityResponse.class,
      methodType = io.grpc.MethodDescriptor.MethodType.UNARY)
  public static io.grpc.MethodDescriptor<io.platonic.identity.v1.CreateIdentityRequest,
      io.platonic.identity.v1.CreateIdentityResponse> getCreateIdentityMethod() {
    io.grpc.MethodDescriptor<io.platonic.identity.v1.CreateIdentityRequest, io.platonic.identity.v1.CreateIdentityResponse> getCreateIdentityMethod;
    if ((getCreateIdentityMethod = IdentityServiceGrpc.getCreateIdentityMethod) == null) {
      synchronized (IdentityServiceGrpc.class) {
        if ((getCreateIdentityMethod = IdentityServiceGrpc.getCreateIdentityMethod) == null) {
          IdentityServiceGrpc.getCreateIdentityMethod = getCreateIdentityMethod =
              io.grpc.MethodDescriptor.<io.platonic.identity.v1.CreateIdentityRequest, io.platonic.identity.v1.CreateIdentityResponse>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.UNARY)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "CreateIdentity"))
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.platonic.identity.v1.CreateIdentityRequest.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.platonic.identity.v1.CreateIdentityResponse.getDefaultInstance()))
              .setSchemaDescriptor(new IdentityServiceMethodDescriptorSupplier("CreateIdentity"))
              .build();
        }
      }
    }
    return getCreateIdentityMethod;
  }

  private static volatile io.grpc.MethodDescriptor<io.platonic.identity.v1.GetIdentityRequest,
      io.platonic.identity.v1.GetIdentityResponse> getGetIdentityMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "GetIdentity",
      requestType = io.platonic.identity.v1.GetIdentityRequest.class,
      responseType = io.platonic.identity.v1.GetIdentityResponse.class,
      methodType = io.grpc.MethodDescriptor.MethodType.UNARY)
  public static io.grpc.MethodDescriptor<io.platonic.identity.v1.GetIdentityRequest,
      io.platonic.identity.v1.GetIdentityResponse> getGetIdentityMethod() {
    io.grpc.MethodDescriptor<io.platonic.identity.v1.GetIdentityRequest, io.platonic.identity.v1.GetIdentityResponse> getGetIdentityMethod;
    if ((getGetIdentityMethod = IdentityServiceGrpc.getGetIdentityMethod) == null) {
      synchronized (IdentityServiceGrpc.class) {
        if ((getGetIdentityMethod = IdentityServiceGrpc.getGetIdentityMethod) == null) {
          IdentityServiceGrpc.getGetIdentityMethod = getGetIdentityMethod =
              io.grpc.MethodDescriptor.<io.platonic.identity.v1.GetIdentityRequest, io.platonic.identity.v1.GetIdentityResponse>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.UNARY)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "GetIdentity"))
              .setSafe(true)
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.platonic.identity.v1.GetIdentityRequest.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.platonic.identity.v1.GetIdentityResponse.getDefaultInstance()))
              .setSchemaDescriptor(new IdentityServiceMethodDescriptorSupplier("GetIdentity"))
              .build();
        }
      }
    }
    return getGetIdentityMethod;
  }

  private static volatile io.grpc.MethodDescriptor<io.platonic.identity.v1.UpdateIdentityRequest,
      io.platonic.identity.v1.UpdateIdentityResponse> getUpdateIdentityMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "UpdateIdentity",
      requestType = io.platonic.identity.v1.UpdateIdentityRequest.class,
      responseType = io.platonic.identity.v1.UpdateIdentityResponse.class,
      methodType = io.grpc.MethodDescriptor.MethodType.UNARY)
  public static io.grpc.MethodDescriptor<io.platonic.identity.v1.UpdateIdentityRequest,
      io.platonic.identity.v1.UpdateIdentityResponse> getUpdateIdentityMethod() {
    io.grpc.MethodDescriptor<io.platonic.identity.v1.UpdateIdentityRequest, io.platonic.identity.v1.UpdateIdentityResponse> getUpdateIdentityMethod;
    if ((getUpdateIdentityMethod = IdentityServiceGrpc.getUpdateIdentityMethod) == null) {
      synchronized (IdentityServiceGrpc.class) {
        if ((getUpdateIdentityMethod = IdentityServiceGrpc.getUpdateIdentityMethod) == null) {
          IdentityServiceGrpc.getUpdateIdentityMethod = getUpdateIdentityMethod =
              io.grpc.MethodDescriptor.<io.platonic.identity.v1.UpdateIdentityRequest, io.platonic.identity.v1.UpdateIdentityResponse>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.UNARY)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "UpdateIdentity"))
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.platonic.identity.v1.UpdateIdentityRequest.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.platonic.identity.v1.UpdateIdentityResponse.getDefaultInstance()))
              .setSchemaDescriptor(new IdentityServiceMethodDescriptorSupplier("UpdateIdentity"))
              .build();
        }
      }
    }
    return getUpdateIdentityMethod;
  }

  private static volatile io.grpc.MethodDescriptor<io.platonic.identity.v1.ListSigningKeysRequest,
      io.platonic.identity.v1.ListSigningKeysResponse> getListSigningKeysMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "ListSigningKeys",
      requestType = io.platonic.identity.v1.ListSigningKeysRequest.class,
      responseType = io.platonic.identity.v1.ListSigningKeysResponse.class,
      methodType = io.grpc.MethodDescriptor.MethodType.UNARY)
  public static io.grpc.MethodDescriptor<io.platonic.identity.v1.ListSigningKeysRequest,
      io.platonic.identity.v1.ListSigningKeysResponse> getListSigningKeysMethod() {
    io.grpc.MethodDescriptor<io.platonic.identity.v1.ListSigningKeysRequest, io.platonic.identity.v1.ListSigningKeysResponse> getListSigningKeysMethod;
    if ((getListSigningKeysMethod = IdentityServiceGrpc.getListSigningKeysMethod) == null) {
      synchronized (IdentityServiceGrpc.class) {
        if ((getListSigningKeysMethod = IdentityServiceGrpc.getListSigningKeysMethod) == null) {
          IdentityServiceGrpc.getListSigningKeysMethod = getListSigningKeysMethod =
              io.grpc.MethodDescriptor.<io.platonic.identity.v1.ListSigningKeysRequest, io.platonic.identity.v1.ListSigningKeysResponse>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.UNARY)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "ListSigningKeys"))
              .setSafe(true)
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.platonic.identity.v1.ListSigningKeysRequest.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.platonic.identity.v1.ListSigningKeysResponse.getDefaultInstance()))
              .setSchemaDescriptor(new IdentityServiceMethodDescriptorSupplier("ListSigningKeys"))
              .build();
        }
      }
    }
    return getListSigningKeysMethod;
  }

  private static volatile io.grpc.MethodDescriptor<io.platonic.identity.v1.AddSigningKeyRequest,
      io.platonic.identity.v1.AddSigningKeyResponse> getAddSigningKeyMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "AddSigningKey",
      requestType = io.platonic.identity.v1.AddSigningKeyRequest.class,
      responseType = io.platonic.identity.v1.AddSigningKeyResponse.class,
      methodType = io.grpc.MethodDescriptor.MethodType.UNARY)
  public static io.grpc.MethodDescriptor<io.platonic.identity.v1.AddSigningKeyRequest,
      io.platonic.identity.v1.AddSigningKeyResponse> getAddSigningKeyMethod() {
    io.grpc.MethodDescriptor<io.platonic.identity.v1.AddSigningKeyRequest, io.platonic.identity.v1.AddSigningKeyResponse> getAddSigningKeyMethod;
    if ((getAddSigningKeyMethod = IdentityServiceGrpc.getAddSigningKeyMethod) == null) {
      synchronized (IdentityServiceGrpc.class) {
        if ((getAddSigningKeyMethod = IdentityServiceGrpc.getAddSigningKeyMethod) == null) {
          IdentityServiceGrpc.getAddSigningKeyMethod = getAddSigningKeyMethod =
              io.grpc.MethodDescriptor.<io.platonic.identity.v1.AddSigningKeyRequest, io.platonic.identity.v1.AddSigningKeyResponse>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.UNARY)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "AddSigningKey"))
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.platonic.identity.v1.AddSigningKeyRequest.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.platonic.identity.v1.AddSigningKeyResponse.getDefaultInstance()))
              .setSchemaDescriptor(new IdentityServiceMethodDescriptorSupplier("AddSigningKey"))
              .build();
        }
      }
    }
    return getAddSigningKeyMethod;
  }

  private static volatile io.grpc.MethodDescriptor<io.platonic.identity.v1.RevokeSigningKeyRequest,
      io.platonic.identity.v1.RevokeSigningKeyResponse> getRevokeSigningKeyMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "RevokeSigningKey",
      requestType = io.platonic.identity.v1.RevokeSigningKeyRequest.class,
      responseType = io.platonic.identity.v1.RevokeSigningKeyResponse.class,
      methodType = io.grpc.MethodDescriptor.MethodType.UNARY)
  public static io.grpc.MethodDescriptor<io.platonic.identity.v1.RevokeSigningKeyRequest,
      io.platonic.identity.v1.RevokeSigningKeyResponse> getRevokeSigningKeyMethod() {
    io.grpc.MethodDescriptor<io.platonic.identity.v1.RevokeSigningKeyRequest, io.platonic.identity.v1.RevokeSigningKeyResponse> getRevokeSigningKeyMethod;
    if ((getRevokeSigningKeyMethod = IdentityServiceGrpc.getRevokeSigningKeyMethod) == null) {
      synchronized (IdentityServiceGrpc.class) {
        if ((getRevokeSigningKeyMethod = IdentityServiceGrpc.getRevokeSigningKeyMethod) == null) {
          IdentityServiceGrpc.getRevokeSigningKeyMethod = getRevokeSigningKeyMethod =
              io.grpc.MethodDescriptor.<io.platonic.identity.v1.RevokeSigningKeyRequest, io.platonic.identity.v1.RevokeSigningKeyResponse>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.UNARY)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "RevokeSigningKey"))
              .setIdempotent(true)
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.platonic.identity.v1.RevokeSigningKeyRequest.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.platonic.identity.v1.RevokeSigningKeyResponse.getDefaultInstance()))
              .setSchemaDescriptor(new IdentityServiceMethodDescriptorSupplier("RevokeSigningKey"))
              .build();
        }
      }
    }
    return getRevokeSigningKeyMethod;
  }

  private static volatile io.grpc.MethodDescriptor<io.platonic.identity.v1.RotateRotationKeyRequest,
      io.platonic.identity.v1.RotateRotationKeyResponse> getRotateRotationKeyMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "RotateRotationKey",
      requestType = io.platonic.identity.v1.RotateRotationKeyRequest.class,
      responseType = io.platonic.identity.v1.RotateRotationKeyResponse.class,
      methodType = io.grpc.MethodDescriptor.MethodType.UNARY)
  public static io.grpc.MethodDescriptor<io.platonic.identity.v1.RotateRotationKeyRequest,
      io.platonic.identity.v1.RotateRotationKeyResponse> getRotateRotationKeyMethod() {
    io.grpc.MethodDescriptor<io.platonic.identity.v1.RotateRotationKeyRequest, io.platonic.identity.v1.RotateRotationKeyResponse> getRotateRotationKeyMethod;
    if ((getRotateRotationKeyMethod = IdentityServiceGrpc.getRotateRotationKeyMethod) == null) {
      synchronized (IdentityServiceGrpc.class) {
        if ((getRotateRotationKeyMethod = IdentityServiceGrpc.getRotateRotationKeyMethod) == null) {
          IdentityServiceGrpc.getRotateRotationKeyMethod = getRotateRotationKeyMethod =
              io.grpc.MethodDescriptor.<io.platonic.identity.v1.RotateRotationKeyRequest, io.platonic.identity.v1.RotateRotationKeyResponse>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.UNARY)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "RotateRotationKey"))
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.platonic.identity.v1.RotateRotationKeyRequest.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.platonic.identity.v1.RotateRotationKeyResponse.getDefaultInstance()))
              .setSchemaDescriptor(new IdentityServiceMethodDescriptorSupplier("RotateRotationKey"))
              .build();
        }
      }
    }
    return getRotateRotationKeyMethod;
  }

  /**
   * Creates a new async stub that supports all call types for the service
   */
  public static IdentityServiceStub newStub(io.grpc.Channel channel) {
    io.grpc.stub.AbstractStub.StubFactory<IdentityServiceStub> factory =
      new io.grpc.stub.AbstractStub.StubFactory<IdentityServiceStub>() {
        @java.lang.Override
        public IdentityServiceStub newStub(io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
          return new IdentityServiceStub(channel, callOptions);
        }
      };
    return IdentityServiceStub.newStub(factory, channel);
  }

  /**
   * Creates a new blocking-style stub that supports all types of calls on the service
   */
  public static IdentityServiceBlockingV2Stub newBlockingV2Stub(
      io.grpc.Channel channel) {
    io.grpc.stub.AbstractStub.StubFactory<IdentityServiceBlockingV2Stub> factory =
      new io.grpc.stub.AbstractStub.StubFactory<IdentityServiceBlockingV2Stub>() {
        @java.lang.Override
        public IdentityServiceBlockingV2Stub newStub(io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
          return new IdentityServiceBlockingV2Stub(channel, callOptions);
        }
      };
    return IdentityServiceBlockingV2Stub.newStub(factory, channel);
  }

  /**
   * Creates a new blocking-style stub that supports unary and streaming output calls on the service
   */
  public static IdentityServiceBlockingStub newBlockingStub(
      io.grpc.Channel channel) {
    io.grpc.stub.AbstractStub.StubFactory<IdentityServiceBlockingStub> factory =
      new io.grpc.stub.AbstractStub.StubFactory<IdentityServiceBlockingStub>() {
        @java.lang.Override
        public IdentityServiceBlockingStub newStub(io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
          return new IdentityServiceBlockingStub(channel, callOptions);
        }
      };
    return IdentityServiceBlockingStub.newStub(factory, channel);
  }

  /**
   * Creates a new ListenableFuture-style stub that supports unary calls on the service
   */
  public static IdentityServiceFutureStub newFutureStub(
      io.grpc.Channel channel) {
    io.grpc.stub.AbstractStub.StubFactory<IdentityServiceFutureStub> factory =
      new io.grpc.stub.AbstractStub.StubFactory<IdentityServiceFutureStub>() {
        @java.lang.Override
        public IdentityServiceFutureStub newStub(io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
          return new IdentityServiceFutureStub(channel, callOptions);
        }
      };
    return IdentityServiceFutureStub.newStub(factory, channel);
  }

  /**
   * <pre>
   * Managed identities and their keys.
   * </pre>
   */
  public interface AsyncService {

    /**
     * <pre>
     * Creates an identity with its first signing key and rotation key. The rotation key is returned only in this
     * response. Open to everybody if the server allows open registration.
     * </pre>
     */
    default void createIdentity(io.platonic.identity.v1.CreateIdentityRequest request,
        io.grpc.stub.StreamObserver<io.platonic.identity.v1.CreateIdentityResponse> responseObserver) {
      io.grpc.stub.ServerCalls.asyncUnimplementedUnaryCall(getCreateIdentityMethod(), responseObserver);
    }

    /**
     * <pre>
     * Reads an identity.
     * </pre>
     */
    default void getIdentity(io.platonic.identity.v1.GetIdentityRequest request,
        io.grpc.stub.StreamObserver<io.platonic.identity.v1.GetIdentityResponse> responseObserver) {
      io.grpc.stub.ServerCalls.asyncUnimplementedUnaryCall(getGetIdentityMethod(), responseObserver);
    }

    /**
     * <pre>
     * Changes the fields that the request sets. If the request names a version, the update applies only to that version.
     * </pre>
     */
    default void updateIdentity(io.platonic.identity.v1.UpdateIdentityRequest request,
        io.grpc.stub.StreamObserver<io.platonic.identity.v1.UpdateIdentityResponse> responseObserver) {
      io.grpc.stub.ServerCalls.asyncUnimplementedUnaryCall(getUpdateIdentityMethod(), responseObserver);
    }

    /**
     * <pre>
     * Lists the signing keys of an identity, including revoked ones, newest first.
     * </pre>
     */
    default void listSigningKeys(io.platonic.identity.v1.ListSigningKeysRequest request,
        io.grpc.stub.StreamObserver<io.platonic.identity.v1.ListSigningKeysResponse> responseObserver) {
      io.grpc.stub.ServerCalls.asyncUnimplementedUnaryCall(getListSigningKeysMethod(), responseObserver);
    }

    /**
     * <pre>
     * Adds a signing key: the client's if the request contains one, otherwise one created in the vault.
     * </pre>
     */
    default void addSigningKey(io.platonic.identity.v1.AddSigningKeyRequest request,
        io.grpc.stub.StreamObserver<io.platonic.identity.v1.AddSigningKeyResponse> responseObserver) {
      io.grpc.stub.ServerCalls.asyncUnimplementedUnaryCall(getAddSigningKeyMethod(), responseObserver);
    }

    /**
     * <pre>
     * Revokes a signing key immediately and ends the sessions that it opened. Revoking it again changes nothing.
     * </pre>
     */
    default void revokeSigningKey(io.platonic.identity.v1.RevokeSigningKeyRequest request,
        io.grpc.stub.StreamObserver<io.platonic.identity.v1.RevokeSigningKeyResponse> responseObserver) {
      io.grpc.stub.ServerCalls.asyncUnimplementedUnaryCall(getRevokeSigningKeyMethod(), responseObserver);
    }

    /**
     * <pre>
     * Creates a new rotation key, which is returned only in this response. The previous key stays valid for a day; older
     * ones end.
     * </pre>
     */
    default void rotateRotationKey(io.platonic.identity.v1.RotateRotationKeyRequest request,
        io.grpc.stub.StreamObserver<io.platonic.identity.v1.RotateRotationKeyResponse> responseObserver) {
      io.grpc.stub.ServerCalls.asyncUnimplementedUnaryCall(getRotateRotationKeyMethod(), responseObserver);
    }
  }

  /**
   * Base class for the server implementation of the service IdentityService.
   * <pre>
   * Managed identities and their keys.
   * </pre>
   */
  public static abstract class IdentityServiceImplBase
      implements io.grpc.BindableService, AsyncService {

    @java.lang.Override public final io.grpc.ServerServiceDefinition bindService() {
      return IdentityServiceGrpc.bindService(this);
    }
  }

  /**
   * A stub to allow clients to do asynchronous rpc calls to service IdentityService.
   * <pre>
   * Managed identities and their keys.
   * </pre>
   */
  public static final class IdentityServiceStub
      extends io.grpc.stub.AbstractAsyncStub<IdentityServiceStub> {
    private IdentityServiceStub(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      super(channel, callOptions);
    }

    @java.lang.Override
    protected IdentityServiceStub build(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      return new IdentityServiceStub(channel, callOptions);
    }

    /**
     * <pre>
     * Creates an identity with its first signing key and rotation key. The rotation key is returned only in this
     * response. Open to everybody if the server allows open registration.
     * </pre>
     */
    public void createIdentity(io.platonic.identity.v1.CreateIdentityRequest request,
        io.grpc.stub.StreamObserver<io.platonic.identity.v1.CreateIdentityResponse> responseObserver) {
      io.grpc.stub.ClientCalls.asyncUnaryCall(
          getChannel().newCall(getCreateIdentityMethod(), getCallOptions()), request, responseObserver);
    }

    /**
     * <pre>
     * Reads an identity.
     * </pre>
     */
    public void getIdentity(io.platonic.identity.v1.GetIdentityRequest request,
        io.grpc.stub.StreamObserver<io.platonic.identity.v1.GetIdentityResponse> responseObserver) {
      io.grpc.stub.ClientCalls.asyncUnaryCall(
          getChannel().newCall(getGetIdentityMethod(), getCallOptions()), request, responseObserver);
    }

    /**
     * <pre>
     * Changes the fields that the request sets. If the request names a version, the update applies only to that version.
     * </pre>
     */
    public void updateIdentity(io.platonic.identity.v1.UpdateIdentityRequest request,
        io.grpc.stub.StreamObserver<io.platonic.identity.v1.UpdateIdentityResponse> responseObserver) {
      io.grpc.stub.ClientCalls.asyncUnaryCall(
          getChannel().newCall(getUpdateIdentityMethod(), getCallOptions()), request, responseObserver);
    }

    /**
     * <pre>
     * Lists the signing keys of an identity, including revoked ones, newest first.
     * </pre>
     */
    public void listSigningKeys(io.platonic.identity.v1.ListSigningKeysRequest request,
        io.grpc.stub.StreamObserver<io.platonic.identity.v1.ListSigningKeysResponse> responseObserver) {
      io.grpc.stub.ClientCalls.asyncUnaryCall(
          getChannel().newCall(getListSigningKeysMethod(), getCallOptions()), request, responseObserver);
    }

    /**
     * <pre>
     * Adds a signing key: the client's if the request contains one, otherwise one created in the vault.
     * </pre>
     */
    public void addSigningKey(io.platonic.identity.v1.AddSigningKeyRequest request,
        io.grpc.stub.StreamObserver<io.platonic.identity.v1.AddSigningKeyResponse> responseObserver) {
      io.grpc.stub.ClientCalls.asyncUnaryCall(
          getChannel().newCall(getAddSigningKeyMethod(), getCallOptions()), request, responseObserver);
    }

    /**
     * <pre>
     * Revokes a signing key immediately and ends the sessions that it opened. Revoking it again changes nothing.
     * </pre>
     */
    public void revokeSigningKey(io.platonic.identity.v1.RevokeSigningKeyRequest request,
        io.grpc.stub.StreamObserver<io.platonic.identity.v1.RevokeSigningKeyResponse> responseObserver) {
      io.grpc.stub.ClientCalls.asyncUnaryCall(
          getChannel().newCall(getRevokeSigningKeyMethod(), getCallOptions()), request, responseObserver);
    }

    /**
     * <pre>
     * Creates a new rotation key, which is returned only in this response. The previous key stays valid for a day; older
     * ones end.
     * </pre>
     */
    public void rotateRotationKey(io.platonic.identity.v1.RotateRotationKeyRequest request,
        io.grpc.stub.StreamObserver<io.platonic.identity.v1.RotateRotationKeyResponse> responseObserver) {
      io.grpc.stub.ClientCalls.asyncUnaryCall(
          getChannel().newCall(getRotateRotationKeyMethod(), getCallOptions()), request, responseObserver);
    }
  }

  /**
   * A stub to allow clients to do synchronous rpc calls to service IdentityService.
   * <pre>
   * Managed identities and their keys.
   * </pre>
   */
  public static final class IdentityServiceBlockingV2Stub
      extends io.grpc.stub.AbstractBlockingStub<IdentityServiceBlockingV2Stub> {
    private IdentityServiceBlockingV2Stub(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      super(channel, callOptions);
    }

    @java.lang.Override
    protected IdentityServiceBlockingV2Stub build(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      return new IdentityServiceBlockingV2Stub(channel, callOptions);
    }

    /**
     * <pre>
     * Creates an identity with its first signing key and rotation key. The rotation key is returned only in this
     * response. Open to everybody if the server allows open registration.
     * </pre>
     */
    public io.platonic.identity.v1.CreateIdentityResponse createIdentity(io.platonic.identity.v1.CreateIdentityRequest request) throws io.grpc.StatusException {
      return io.grpc.stub.ClientCalls.blockingV2UnaryCall(
          getChannel(), getCreateIdentityMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Reads an identity.
     * </pre>
     */
    public io.platonic.identity.v1.GetIdentityResponse getIdentity(io.platonic.identity.v1.GetIdentityRequest request) throws io.grpc.StatusException {
      return io.grpc.stub.ClientCalls.blockingV2UnaryCall(
          getChannel(), getGetIdentityMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Changes the fields that the request sets. If the request names a version, the update applies only to that version.
     * </pre>
     */
    public io.platonic.identity.v1.UpdateIdentityResponse updateIdentity(io.platonic.identity.v1.UpdateIdentityRequest request) throws io.grpc.StatusException {
      return io.grpc.stub.ClientCalls.blockingV2UnaryCall(
          getChannel(), getUpdateIdentityMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Lists the signing keys of an identity, including revoked ones, newest first.
     * </pre>
     */
    public io.platonic.identity.v1.ListSigningKeysResponse listSigningKeys(io.platonic.identity.v1.ListSigningKeysRequest request) throws io.grpc.StatusException {
      return io.grpc.stub.ClientCalls.blockingV2UnaryCall(
          getChannel(), getListSigningKeysMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Adds a signing key: the client's if the request contains one, otherwise one created in the vault.
     * </pre>
     */
    public io.platonic.identity.v1.AddSigningKeyResponse addSigningKey(io.platonic.identity.v1.AddSigningKeyRequest request) throws io.grpc.StatusException {
      return io.grpc.stub.ClientCalls.blockingV2UnaryCall(
          getChannel(), getAddSigningKeyMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Revokes a signing key immediately and ends the sessions that it opened. Revoking it again changes nothing.
     * </pre>
     */
    public io.platonic.identity.v1.RevokeSigningKeyResponse revokeSigningKey(io.platonic.identity.v1.RevokeSigningKeyRequest request) throws io.grpc.StatusException {
      return io.grpc.stub.ClientCalls.blockingV2UnaryCall(
          getChannel(), getRevokeSigningKeyMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Creates a new rotation key, which is returned only in this response. The previous key stays valid for a day; older
     * ones end.
     * </pre>
     */
    public io.platonic.identity.v1.RotateRotationKeyResponse rotateRotationKey(io.platonic.identity.v1.RotateRotationKeyRequest request) throws io.grpc.StatusException {
      return io.grpc.stub.ClientCalls.blockingV2UnaryCall(
          getChannel(), getRotateRotationKeyMethod(), getCallOptions(), request);
    }
  }

  /**
   * A stub to allow clients to do limited synchronous rpc calls to service IdentityService.
   * <pre>
   * Managed identities and their keys.
   * </pre>
   */
  public static final class IdentityServiceBlockingStub
      extends io.grpc.stub.AbstractBlockingStub<IdentityServiceBlockingStub> {
    private IdentityServiceBlockingStub(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      super(channel, callOptions);
    }

    @java.lang.Override
    protected IdentityServiceBlockingStub build(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      return new IdentityServiceBlockingStub(channel, callOptions);
    }

    /**
     * <pre>
     * Creates an identity with its first signing key and rotation key. The rotation key is returned only in this
     * response. Open to everybody if the server allows open registration.
     * </pre>
     */
    public io.platonic.identity.v1.CreateIdentityResponse createIdentity(io.platonic.identity.v1.CreateIdentityRequest request) {
      return io.grpc.stub.ClientCalls.blockingUnaryCall(
          getChannel(), getCreateIdentityMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Reads an identity.
     * </pre>
     */
    public io.platonic.identity.v1.GetIdentityResponse getIdentity(io.platonic.identity.v1.GetIdentityRequest request) {
      return io.grpc.stub.ClientCalls.blockingUnaryCall(
          getChannel(), getGetIdentityMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Changes the fields that the request sets. If the request names a version, the update applies only to that version.
     * </pre>
     */
    public io.platonic.identity.v1.UpdateIdentityResponse updateIdentity(io.platonic.identity.v1.UpdateIdentityRequest request) {
      return io.grpc.stub.ClientCalls.blockingUnaryCall(
          getChannel(), getUpdateIdentityMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Lists the signing keys of an identity, including revoked ones, newest first.
     * </pre>
     */
    public io.platonic.identity.v1.ListSigningKeysResponse listSigningKeys(io.platonic.identity.v1.ListSigningKeysRequest request) {
      return io.grpc.stub.ClientCalls.blockingUnaryCall(
          getChannel(), getListSigningKeysMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Adds a signing key: the client's if the request contains one, otherwise one created in the vault.
     * </pre>
     */
    public io.platonic.identity.v1.AddSigningKeyResponse addSigningKey(io.platonic.identity.v1.AddSigningKeyRequest request) {
      return io.grpc.stub.ClientCalls.blockingUnaryCall(
          getChannel(), getAddSigningKeyMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Revokes a signing key immediately and ends the sessions that it opened. Revoking it again changes nothing.
     * </pre>
     */
    public io.platonic.identity.v1.RevokeSigningKeyResponse revokeSigningKey(io.platonic.identity.v1.RevokeSigningKeyRequest request) {
      return io.grpc.stub.ClientCalls.blockingUnaryCall(
          getChannel(), getRevokeSigningKeyMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Creates a new rotation key, which is returned only in this response. The previous key stays valid for a day; older
     * ones end.
     * </pre>
     */
    public io.platonic.identity.v1.RotateRotationKeyResponse rotateRotationKey(io.platonic.identity.v1.RotateRotationKeyRequest request) {
      return io.grpc.stub.ClientCalls.blockingUnaryCall(
          getChannel(), getRotateRotationKeyMethod(), getCallOptions(), request);
    }
  }

  /**
   * A stub to allow clients to do ListenableFuture-style rpc calls to service IdentityService.
   * <pre>
   * Managed identities and their keys.
   * </pre>
   */
  public static final class IdentityServiceFutureStub
      extends io.grpc.stub.AbstractFutureStub<IdentityServiceFutureStub> {
    private IdentityServiceFutureStub(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      super(channel, callOptions);
    }

    @java.lang.Override
    protected IdentityServiceFutureStub build(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      return new IdentityServiceFutureStub(channel, callOptions);
    }

    /**
     * <pre>
     * Creates an identity with its first signing key and rotation key. The rotation key is returned only in this
     * response. Open to everybody if the server allows open registration.
     * </pre>
     */
    public com.google.common.util.concurrent.ListenableFuture<io.platonic.identity.v1.CreateIdentityResponse> createIdentity(
        io.platonic.identity.v1.CreateIdentityRequest request) {
      return io.grpc.stub.ClientCalls.futureUnaryCall(
          getChannel().newCall(getCreateIdentityMethod(), getCallOptions()), request);
    }

    /**
     * <pre>
     * Reads an identity.
     * </pre>
     */
    public com.google.common.util.concurrent.ListenableFuture<io.platonic.identity.v1.GetIdentityResponse> getIdentity(
        io.platonic.identity.v1.GetIdentityRequest request) {
      return io.grpc.stub.ClientCalls.futureUnaryCall(
          getChannel().newCall(getGetIdentityMethod(), getCallOptions()), request);
    }

    /**
     * <pre>
     * Changes the fields that the request sets. If the request names a version, the update applies only to that version.
     * </pre>
     */
    public com.google.common.util.concurrent.ListenableFuture<io.platonic.identity.v1.UpdateIdentityResponse> updateIdentity(
        io.platonic.identity.v1.UpdateIdentityRequest request) {
      return io.grpc.stub.ClientCalls.futureUnaryCall(
          getChannel().newCall(getUpdateIdentityMethod(), getCallOptions()), request);
    }

    /**
     * <pre>
     * Lists the signing keys of an identity, including revoked ones, newest first.
     * </pre>
     */
    public com.google.common.util.concurrent.ListenableFuture<io.platonic.identity.v1.ListSigningKeysResponse> listSigningKeys(
        io.platonic.identity.v1.ListSigningKeysRequest request) {
      return io.grpc.stub.ClientCalls.futureUnaryCall(
          getChannel().newCall(getListSigningKeysMethod(), getCallOptions()), request);
    }

    /**
     * <pre>
     * Adds a signing key: the client's if the request contains one, otherwise one created in the vault.
     * </pre>
     */
    public com.google.common.util.concurrent.ListenableFuture<io.platonic.identity.v1.AddSigningKeyResponse> addSigningKey(
        io.platonic.identity.v1.AddSigningKeyRequest request) {
      return io.grpc.stub.ClientCalls.futureUnaryCall(
          getChannel().newCall(getAddSigningKeyMethod(), getCallOptions()), request);
    }

    /**
     * <pre>
     * Revokes a signing key immediately and ends the sessions that it opened. Revoking it again changes nothing.
     * </pre>
     */
    public com.google.common.util.concurrent.ListenableFuture<io.platonic.identity.v1.RevokeSigningKeyResponse> revokeSigningKey(
        io.platonic.identity.v1.RevokeSigningKeyRequest request) {
      return io.grpc.stub.ClientCalls.futureUnaryCall(
          getChannel().newCall(getRevokeSigningKeyMethod(), getCallOptions()), request);
    }

    /**
     * <pre>
     * Creates a new rotation key, which is returned only in this response. The previous key stays valid for a day; older
     * ones end.
     * </pre>
     */
    public com.google.common.util.concurrent.ListenableFuture<io.platonic.identity.v1.RotateRotationKeyResponse> rotateRotationKey(
        io.platonic.identity.v1.RotateRotationKeyRequest request) {
      return io.grpc.stub.ClientCalls.futureUnaryCall(
          getChannel().newCall(getRotateRotationKeyMethod(), getCallOptions()), request);
    }
  }

  private static final int METHODID_CREATE_IDENTITY = 0;
  private static final int METHODID_GET_IDENTITY = 1;
  private static final int METHODID_UPDATE_IDENTITY = 2;
  private static final int METHODID_LIST_SIGNING_KEYS = 3;
  private static final int METHODID_ADD_SIGNING_KEY = 4;
  private static final int METHODID_REVOKE_SIGNING_KEY = 5;
  private static final int METHODID_ROTATE_ROTATION_KEY = 6;

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
        case METHODID_CREATE_IDENTITY:
          serviceImpl.createIdentity((io.platonic.identity.v1.CreateIdentityRequest) request,
              (io.grpc.stub.StreamObserver<io.platonic.identity.v1.CreateIdentityResponse>) responseObserver);
          break;
        case METHODID_GET_IDENTITY:
          serviceImpl.getIdentity((io.platonic.identity.v1.GetIdentityRequest) request,
              (io.grpc.stub.StreamObserver<io.platonic.identity.v1.GetIdentityResponse>) responseObserver);
          break;
        case METHODID_UPDATE_IDENTITY:
          serviceImpl.updateIdentity((io.platonic.identity.v1.UpdateIdentityRequest) request,
              (io.grpc.stub.StreamObserver<io.platonic.identity.v1.UpdateIdentityResponse>) responseObserver);
          break;
        case METHODID_LIST_SIGNING_KEYS:
          serviceImpl.listSigningKeys((io.platonic.identity.v1.ListSigningKeysRequest) request,
              (io.grpc.stub.StreamObserver<io.platonic.identity.v1.ListSigningKeysResponse>) responseObserver);
          break;
        case METHODID_ADD_SIGNING_KEY:
          serviceImpl.addSigningKey((io.platonic.identity.v1.AddSigningKeyRequest) request,
              (io.grpc.stub.StreamObserver<io.platonic.identity.v1.AddSigningKeyResponse>) responseObserver);
          break;
        case METHODID_REVOKE_SIGNING_KEY:
          serviceImpl.revokeSigningKey((io.platonic.identity.v1.RevokeSigningKeyRequest) request,
              (io.grpc.stub.StreamObserver<io.platonic.identity.v1.RevokeSigningKeyResponse>) responseObserver);
          break;
        case METHODID_ROTATE_ROTATION_KEY:
          serviceImpl.rotateRotationKey((io.platonic.identity.v1.RotateRotationKeyRequest) request,
              (io.grpc.stub.StreamObserver<io.platonic.identity.v1.RotateRotationKeyResponse>) responseObserver);
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
          getCreateIdentityMethod(),
          io.grpc.stub.ServerCalls.asyncUnaryCall(
            new MethodHandlers<
              io.platonic.identity.v1.CreateIdentityRequest,
              io.platonic.identity.v1.CreateIdentityResponse>(
                service, METHODID_CREATE_IDENTITY)))
        .addMethod(
          getGetIdentityMethod(),
          io.grpc.stub.ServerCalls.asyncUnaryCall(
            new MethodHandlers<
              io.platonic.identity.v1.GetIdentityRequest,
              io.platonic.identity.v1.GetIdentityResponse>(
                service, METHODID_GET_IDENTITY)))
        .addMethod(
          getUpdateIdentityMethod(),
          io.grpc.stub.ServerCalls.asyncUnaryCall(
            new MethodHandlers<
              io.platonic.identity.v1.UpdateIdentityRequest,
              io.platonic.identity.v1.UpdateIdentityResponse>(
                service, METHODID_UPDATE_IDENTITY)))
        .addMethod(
          getListSigningKeysMethod(),
          io.grpc.stub.ServerCalls.asyncUnaryCall(
            new MethodHandlers<
              io.platonic.identity.v1.ListSigningKeysRequest,
              io.platonic.identity.v1.ListSigningKeysResponse>(
                service, METHODID_LIST_SIGNING_KEYS)))
        .addMethod(
          getAddSigningKeyMethod(),
          io.grpc.stub.ServerCalls.asyncUnaryCall(
            new MethodHandlers<
              io.platonic.identity.v1.AddSigningKeyRequest,
              io.platonic.identity.v1.AddSigningKeyResponse>(
                service, METHODID_ADD_SIGNING_KEY)))
        .addMethod(
          getRevokeSigningKeyMethod(),
          io.grpc.stub.ServerCalls.asyncUnaryCall(
            new MethodHandlers<
              io.platonic.identity.v1.RevokeSigningKeyRequest,
              io.platonic.identity.v1.RevokeSigningKeyResponse>(
                service, METHODID_REVOKE_SIGNING_KEY)))
        .addMethod(
          getRotateRotationKeyMethod(),
          io.grpc.stub.ServerCalls.asyncUnaryCall(
            new MethodHandlers<
              io.platonic.identity.v1.RotateRotationKeyRequest,
              io.platonic.identity.v1.RotateRotationKeyResponse>(
                service, METHODID_ROTATE_ROTATION_KEY)))
        .build();
  }

  private static abstract class IdentityServiceBaseDescriptorSupplier
      implements io.grpc.protobuf.ProtoFileDescriptorSupplier, io.grpc.protobuf.ProtoServiceDescriptorSupplier {
    IdentityServiceBaseDescriptorSupplier() {}

    @java.lang.Override
    public com.google.protobuf.Descriptors.FileDescriptor getFileDescriptor() {
      return io.platonic.identity.v1.IdentityServiceProto.getDescriptor();
    }

    @java.lang.Override
    public com.google.protobuf.Descriptors.ServiceDescriptor getServiceDescriptor() {
      return getFileDescriptor().findServiceByName("IdentityService");
    }
  }

  private static final class IdentityServiceFileDescriptorSupplier
      extends IdentityServiceBaseDescriptorSupplier {
    IdentityServiceFileDescriptorSupplier() {}
  }

  private static final class IdentityServiceMethodDescriptorSupplier
      extends IdentityServiceBaseDescriptorSupplier
      implements io.grpc.protobuf.ProtoMethodDescriptorSupplier {
    private final java.lang.String methodName;

    IdentityServiceMethodDescriptorSupplier(java.lang.String methodName) {
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
      synchronized (IdentityServiceGrpc.class) {
        result = serviceDescriptor;
        if (result == null) {
          serviceDescriptor = result = io.grpc.ServiceDescriptor.newBuilder(SERVICE_NAME)
              .setSchemaDescriptor(new IdentityServiceFileDescriptorSupplier())
              .addMethod(getCreateIdentityMethod())
              .addMethod(getGetIdentityMethod())
              .addMethod(getUpdateIdentityMethod())
              .addMethod(getListSigningKeysMethod())
              .addMethod(getAddSigningKeyMethod())
              .addMethod(getRevokeSigningKeyMethod())
              .addMethod(getRotateRotationKeyMethod())
              .build();
        }
      }
    }
    return result;
  }
}
