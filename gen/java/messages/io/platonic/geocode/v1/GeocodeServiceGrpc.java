package io.platonic.geocode.v1;

import static io.grpc.MethodDescriptor.generateFullMethodName;

/**
 * <pre>
 * Geometric encoding: six pure operations on vectors and regular polyhedra. Equal requests get equal responses.
 * Every call needs credentials and counts against the limits of their plan. A failure has one of the reasons of
 * `fault.v1.Reason`.
 * </pre>
 */
@io.grpc.stub.annotations.GrpcGenerated
public final class GeocodeServiceGrpc {

  private GeocodeServiceGrpc() {}

  public static final java.lang.String SERVICE_NAME = "geocode.v1.GeocodeService";

  // Static method descriptors that strictly reflect the proto.
  private static volatile io.grpc.MethodDescriptor<io.platonic.geocode.v1.TransformRequest,
      io.platonic.geocode.v1.TransformResponse> getTransformMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "Transform",
      requestType = io.platonic.geocode.v1.TransformRequest.class,
      responseType = io.platonic.geocode.v1.TransformResponse.class,
      methodType = io.grpc.MethodDescriptor.MethodType.UNARY)
  public static io.grpc.MethodDescriptor<io.platonic.geocode.v1.TransformRequest,
      io.platonic.geocode.v1.TransformResponse> getTransformMethod() {
    io.grpc.MethodDescriptor<io.platonic.geocode.v1.TransformRequest, io.platonic.geocode.v1.TransformResponse> getTransformMethod;
    if ((getTransformMethod = GeocodeServiceGrpc.getTransformMethod) == null) {
      synchronized (GeocodeServiceGrpc.class) {
        if ((getTransformMethod = GeocodeServiceGrpc.getTransformMethod) == null) {
          GeocodeServiceGrpc.getTransformMethod = getTransformMethod =
              io.grpc.MethodDescriptor.<io.platonic.geocode.v1.TransformRequest, io.platonic.geocode.v1.TransformResponse>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.UNARY)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "Transform"))
              .setSafe(true)
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.platonic.geocode.v1.TransformRequest.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.platonic.geocode.v1.TransformResponse.getDefaultInstance()))
              .setSchemaDescriptor(new GeocodeServiceMethodDescriptorSupplier("Transform"))
              .build();
        }
      }
    }
    return getTransformMethod;
  }

  private static volatile io.grpc.MethodDescriptor<io.platonic.geocode.v1.EncodeRequest,
      io.platonic.geocode.v1.EncodeResponse> getEncodeMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "Encode",
      requestType = io.platonic.geocode.v1.EncodeRequest.class,
      responseType = io.platonic.geocode.v1.EncodeResponse.class,
      methodType = io.grpc.MethodDescriptor.MethodType.UNARY)
  public static io.grpc.MethodDescriptor<io.platonic.geocode.v1.EncodeRequest,
      io.platonic.geocode.v1.EncodeResponse> getEncodeMethod() {
    io.grpc.MethodDescriptor<io.platonic.geocode.v1.EncodeRequest, io.platonic.geocode.v1.EncodeResponse> getEncodeMethod;
    if ((getEncodeMethod = GeocodeServiceGrpc.getEncodeMethod) == null) {
      synchronized (GeocodeServiceGrpc.class) {
        if ((getEncodeMethod = GeocodeServiceGrpc.getEncodeMethod) == null) {
          GeocodeServiceGrpc.getEncodeMethod = getEncodeMethod =
              io.grpc.MethodDescriptor.<io.platonic.geocode.v1.EncodeRequest, io.platonic.geocode.v1.EncodeResponse>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.UNARY)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "Encode"))
              .setSafe(true)
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.platonic.geocode.v1.EncodeRequest.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.platonic.geocode.v1.EncodeResponse.getDefaultInstance()))
              .setSchemaDescriptor(new GeocodeServiceMethodDescriptorSupplier("Encode"))
              .build();
        }
      }
    }
    return getEncodeMethod;
  }

  private static volatile io.grpc.MethodDescriptor<io.platonic.geocode.v1.DecodeRequest,
      io.platonic.geocode.v1.DecodeResponse> getDecodeMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "Decode",
      requestType = io.platonic.geocode.v1.DecodeRequest.class,
      responseType = io.platonic.geocode.v1.DecodeResponse.class,
      methodType = io.grpc.MethodDescriptor.MethodType.UNARY)
  public static io.grpc.MethodDescriptor<io.platonic.geocode.v1.DecodeRequest,
      io.platonic.geocode.v1.DecodeResponse> getDecodeMethod() {
    io.grpc.MethodDescriptor<io.platonic.geocode.v1.DecodeRequest, io.platonic.geocode.v1.DecodeResponse> getDecodeMethod;
    if ((getDecodeMethod = GeocodeServiceGrpc.getDecodeMethod) == null) {
      synchronized (GeocodeServiceGrpc.class) {
        if ((getDecodeMethod = GeocodeServiceGrpc.getDecodeMethod) == null) {
          GeocodeServiceGrpc.getDecodeMethod = getDecodeMethod =
              io.grpc.MethodDescriptor.<io.platonic.geocode.v1.DecodeRequest, io.platonic.geocode.v1.DecodeResponse>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.UNARY)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "Decode"))
              .setSafe(true)
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.platonic.geocode.v1.DecodeRequest.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.platonic.geocode.v1.DecodeResponse.getDefaultInstance()))
              .setSchemaDescriptor(new GeocodeServiceMethodDescriptorSupplier("Decode"))
              .build();
        }
      }
    }
    return getDecodeMethod;
  }

  private static volatile io.grpc.MethodDescriptor<io.platonic.geocode.v1.JitterbugRequest,
      io.platonic.geocode.v1.JitterbugResponse> getJitterbugMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "Jitterbug",
      requestType = io.platonic.geocode.v1.JitterbugRequest.class,
      responseType = io.platonic.geocode.v1.JitterbugResponse.class,
      methodType = io.grpc.MethodDescriptor.MethodType.UNARY)
  public static io.grpc.MethodDescriptor<io.platonic.geocode.v1.JitterbugRequest,
      io.platonic.geocode.v1.JitterbugResponse> getJitterbugMethod() {
    io.grpc.MethodDescriptor<io.platonic.geocode.v1.JitterbugRequest, io.platonic.geocode.v1.JitterbugResponse> getJitterbugMethod;
    if ((getJitterbugMethod = GeocodeServiceGrpc.getJitterbugMethod) == null) {
      synchronized (GeocodeServiceGrpc.class) {
        if ((getJitterbugMethod = GeocodeServiceGrpc.getJitterbugMethod) == null) {
          GeocodeServiceGrpc.getJitterbugMethod = getJitterbugMethod =
              io.grpc.MethodDescriptor.<io.platonic.geocode.v1.JitterbugRequest, io.platonic.geocode.v1.JitterbugResponse>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.UNARY)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "Jitterbug"))
              .setSafe(true)
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.platonic.geocode.v1.JitterbugRequest.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.platonic.geocode.v1.JitterbugResponse.getDefaultInstance()))
              .setSchemaDescriptor(new GeocodeServiceMethodDescriptorSupplier("Jitterbug"))
              .build();
        }
      }
    }
    return getJitterbugMethod;
  }

  private static volatile io.grpc.MethodDescriptor<io.platonic.geocode.v1.PhiResonanceRequest,
      io.platonic.geocode.v1.PhiResonanceResponse> getPhiResonanceMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "PhiResonance",
      requestType = io.platonic.geocode.v1.PhiResonanceRequest.class,
      responseType = io.platonic.geocode.v1.PhiResonanceResponse.class,
      methodType = io.grpc.MethodDescriptor.MethodType.UNARY)
  public static io.grpc.MethodDescriptor<io.platonic.geocode.v1.PhiResonanceRequest,
      io.platonic.geocode.v1.PhiResonanceResponse> getPhiResonanceMethod() {
    io.grpc.MethodDescriptor<io.platonic.geocode.v1.PhiResonanceRequest, io.platonic.geocode.v1.PhiResonanceResponse> getPhiResonanceMethod;
    if ((getPhiResonanceMethod = GeocodeServiceGrpc.getPhiResonanceMethod) == null) {
      synchronized (GeocodeServiceGrpc.class) {
        if ((getPhiResonanceMethod = GeocodeServiceGrpc.getPhiResonanceMethod) == null) {
          GeocodeServiceGrpc.getPhiResonanceMethod = getPhiResonanceMethod =
              io.grpc.MethodDescriptor.<io.platonic.geocode.v1.PhiResonanceRequest, io.platonic.geocode.v1.PhiResonanceResponse>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.UNARY)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "PhiResonance"))
              .setSafe(true)
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.platonic.geocode.v1.PhiResonanceRequest.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.platonic.geocode.v1.PhiResonanceResponse.getDefaultInstance()))
              .setSchemaDescriptor(new GeocodeServiceMethodDescriptorSupplier("PhiResonance"))
              .build();
        }
      }
    }
    return getPhiResonanceMethod;
  }

  private static volatile io.grpc.MethodDescriptor<io.platonic.geocode.v1.RSpaceRequest,
      io.platonic.geocode.v1.RSpaceResponse> getRSpaceMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "RSpace",
      requestType = io.platonic.geocode.v1.RSpaceRequest.class,
      responseType = io.platonic.geocode.v1.RSpaceResponse.class,
      methodType = io.grpc.MethodDescriptor.MethodType.UNARY)
  public static io.grpc.MethodDescriptor<io.platonic.geocode.v1.RSpaceRequest,
      io.platonic.geocode.v1.RSpaceResponse> getRSpaceMethod() {
    io.grpc.MethodDescriptor<io.platonic.geocode.v1.RSpaceRequest, io.platonic.geocode.v1.RSpaceResponse> getRSpaceMethod;
    if ((getRSpaceMethod = GeocodeServiceGrpc.getRSpaceMethod) == null) {
      synchronized (GeocodeServiceGrpc.class) {
        if ((getRSpaceMethod = GeocodeServiceGrpc.getRSpaceMethod) == null) {
          GeocodeServiceGrpc.getRSpaceMethod = getRSpaceMethod =
              io.grpc.MethodDescriptor.<io.platonic.geocode.v1.RSpaceRequest, io.platonic.geocode.v1.RSpaceResponse>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.UNARY)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "RSpace"))
              .setSafe(true)
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.platonic.geocode.v1.RSpaceRequest.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.platonic.geocode.v1.RSpaceResponse.getDefaultInstance()))
              .setSchemaDescriptor(new GeocodeServiceMethodDescriptorSupplier("RSpace"))
              .build();
        }
      }
    }
    return getRSpaceMethod;
  }

  /**
   * Creates a new async stub that supports all call types for the service
   */
  public static GeocodeServiceStub newStub(io.grpc.Channel channel) {
    io.grpc.stub.AbstractStub.StubFactory<GeocodeServiceStub> factory =
      new io.grpc.stub.AbstractStub.StubFactory<GeocodeServiceStub>() {
        @java.lang.Override
        public GeocodeServiceStub newStub(io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
          return new GeocodeServiceStub(channel, callOptions);
        }
      };
    return GeocodeServiceStub.newStub(factory, channel);
  }

  /**
   * Creates a new blocking-style stub that supports all types of calls on the service
   */
  public static GeocodeServiceBlockingV2Stub newBlockingV2Stub(
      io.grpc.Channel channel) {
    io.grpc.stub.AbstractStub.StubFactory<GeocodeServiceBlockingV2Stub> factory =
      new io.grpc.stub.AbstractStub.StubFactory<GeocodeServiceBlockingV2Stub>() {
        @java.lang.Override
        public GeocodeServiceBlockingV2Stub newStub(io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
          return new GeocodeServiceBlockingV2Stub(channel, callOptions);
        }
      };
    return GeocodeServiceBlockingV2Stub.newStub(factory, channel);
  }

  /**
   * Creates a new blocking-style stub that supports unary and streaming output calls on the service
   */
  public static GeocodeServiceBlockingStub newBlockingStub(
      io.grpc.Channel channel) {
    io.grpc.stub.AbstractStub.StubFactory<GeocodeServiceBlockingStub> factory =
      new io.grpc.stub.AbstractStub.StubFactory<GeocodeServiceBlockingStub>() {
        @java.lang.Override
        public GeocodeServiceBlockingStub newStub(io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
          return new GeocodeServiceBlockingStub(channel, callOptions);
        }
      };
    return GeocodeServiceBlockingStub.newStub(factory, channel);
  }

  /**
   * Creates a new ListenableFuture-style stub that supports unary calls on the service
   */
  public static GeocodeServiceFutureStub newFutureStub(
      io.grpc.Channel channel) {
    io.grpc.stub.AbstractStub.StubFactory<GeocodeServiceFutureStub> factory =
      new io.grpc.stub.AbstractStub.StubFactory<GeocodeServiceFutureStub>() {
        @java.lang.Override
        public GeocodeServiceFutureStub newStub(io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
          return new GeocodeServiceFutureStub(channel, callOptions);
        }
      };
    return GeocodeServiceFutureStub.newStub(factory, channel);
  }

  /**
   * <pre>
   * Geometric encoding: six pure operations on vectors and regular polyhedra. Equal requests get equal responses.
   * Every call needs credentials and counts against the limits of their plan. A failure has one of the reasons of
   * `fault.v1.Reason`.
   * </pre>
   */
  public interface AsyncService {

    /**
     * <pre>
     * Moves a vector between spaces of 3 to 13 dimensions.
     * </pre>
     */
    default void transform(io.platonic.geocode.v1.TransformRequest request,
        io.grpc.stub.StreamObserver<io.platonic.geocode.v1.TransformResponse> responseObserver) {
      io.grpc.stub.ServerCalls.asyncUnimplementedUnaryCall(getTransformMethod(), responseObserver);
    }

    /**
     * <pre>
     * Encodes data as weights on the vertices of a regular polyhedron.
     * </pre>
     */
    default void encode(io.platonic.geocode.v1.EncodeRequest request,
        io.grpc.stub.StreamObserver<io.platonic.geocode.v1.EncodeResponse> responseObserver) {
      io.grpc.stub.ServerCalls.asyncUnimplementedUnaryCall(getEncodeMethod(), responseObserver);
    }

    /**
     * <pre>
     * Decodes weights on the vertices of a regular polyhedron into a vector.
     * </pre>
     */
    default void decode(io.platonic.geocode.v1.DecodeRequest request,
        io.grpc.stub.StreamObserver<io.platonic.geocode.v1.DecodeResponse> responseObserver) {
      io.grpc.stub.ServerCalls.asyncUnimplementedUnaryCall(getDecodeMethod(), responseObserver);
    }

    /**
     * <pre>
     * Folds one regular polyhedron, and the values on it, into another.
     * </pre>
     */
    default void jitterbug(io.platonic.geocode.v1.JitterbugRequest request,
        io.grpc.stub.StreamObserver<io.platonic.geocode.v1.JitterbugResponse> responseObserver) {
      io.grpc.stub.ServerCalls.asyncUnimplementedUnaryCall(getJitterbugMethod(), responseObserver);
    }

    /**
     * <pre>
     * Measures how closely a sequence follows golden growth, or changes it to follow more closely.
     * </pre>
     */
    default void phiResonance(io.platonic.geocode.v1.PhiResonanceRequest request,
        io.grpc.stub.StreamObserver<io.platonic.geocode.v1.PhiResonanceResponse> responseObserver) {
      io.grpc.stub.ServerCalls.asyncUnimplementedUnaryCall(getPhiResonanceMethod(), responseObserver);
    }

    /**
     * <pre>
     * Transforms data in the space of the residues of a prime.
     * </pre>
     */
    default void rSpace(io.platonic.geocode.v1.RSpaceRequest request,
        io.grpc.stub.StreamObserver<io.platonic.geocode.v1.RSpaceResponse> responseObserver) {
      io.grpc.stub.ServerCalls.asyncUnimplementedUnaryCall(getRSpaceMethod(), responseObserver);
    }
  }

  /**
   * Base class for the server implementation of the service GeocodeService.
   * <pre>
   * Geometric encoding: six pure operations on vectors and regular polyhedra. Equal requests get equal responses.
   * Every call needs credentials and counts against the limits of their plan. A failure has one of the reasons of
   * `fault.v1.Reason`.
   * </pre>
   */
  public static abstract class GeocodeServiceImplBase
      implements io.grpc.BindableService, AsyncService {

    @java.lang.Override public final io.grpc.ServerServiceDefinition bindService() {
      return GeocodeServiceGrpc.bindService(this);
    }
  }

  /**
   * A stub to allow clients to do asynchronous rpc calls to service GeocodeService.
   * <pre>
   * Geometric encoding: six pure operations on vectors and regular polyhedra. Equal requests get equal responses.
   * Every call needs credentials and counts against the limits of their plan. A failure has one of the reasons of
   * `fault.v1.Reason`.
   * </pre>
   */
  public static final class GeocodeServiceStub
      extends io.grpc.stub.AbstractAsyncStub<GeocodeServiceStub> {
    private GeocodeServiceStub(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      super(channel, callOptions);
    }

    @java.lang.Override
    protected GeocodeServiceStub build(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      return new GeocodeServiceStub(channel, callOptions);
    }

    /**
     * <pre>
     * Moves a vector between spaces of 3 to 13 dimensions.
     * </pre>
     */
    public void transform(io.platonic.geocode.v1.TransformRequest request,
        io.grpc.stub.StreamObserver<io.platonic.geocode.v1.TransformResponse> responseObserver) {
      io.grpc.stub.ClientCalls.asyncUnaryCall(
          getChannel().newCall(getTransformMethod(), getCallOptions()), request, responseObserver);
    }

    /**
     * <pre>
     * Encodes data as weights on the vertices of a regular polyhedron.
     * </pre>
     */
    public void encode(io.platonic.geocode.v1.EncodeRequest request,
        io.grpc.stub.StreamObserver<io.platonic.geocode.v1.EncodeResponse> responseObserver) {
      io.grpc.stub.ClientCalls.asyncUnaryCall(
          getChannel().newCall(getEncodeMethod(), getCallOptions()), request, responseObserver);
    }

    /**
     * <pre>
     * Decodes weights on the vertices of a regular polyhedron into a vector.
     * </pre>
     */
    public void decode(io.platonic.geocode.v1.DecodeRequest request,
        io.grpc.stub.StreamObserver<io.platonic.geocode.v1.DecodeResponse> responseObserver) {
      io.grpc.stub.ClientCalls.asyncUnaryCall(
          getChannel().newCall(getDecodeMethod(), getCallOptions()), request, responseObserver);
    }

    /**
     * <pre>
     * Folds one regular polyhedron, and the values on it, into another.
     * </pre>
     */
    public void jitterbug(io.platonic.geocode.v1.JitterbugRequest request,
        io.grpc.stub.StreamObserver<io.platonic.geocode.v1.JitterbugResponse> responseObserver) {
      io.grpc.stub.ClientCalls.asyncUnaryCall(
          getChannel().newCall(getJitterbugMethod(), getCallOptions()), request, responseObserver);
    }

    /**
     * <pre>
     * Measures how closely a sequence follows golden growth, or changes it to follow more closely.
     * </pre>
     */
    public void phiResonance(io.platonic.geocode.v1.PhiResonanceRequest request,
        io.grpc.stub.StreamObserver<io.platonic.geocode.v1.PhiResonanceResponse> responseObserver) {
      io.grpc.stub.ClientCalls.asyncUnaryCall(
          getChannel().newCall(getPhiResonanceMethod(), getCallOptions()), request, responseObserver);
    }

    /**
     * <pre>
     * Transforms data in the space of the residues of a prime.
     * </pre>
     */
    public void rSpace(io.platonic.geocode.v1.RSpaceRequest request,
        io.grpc.stub.StreamObserver<io.platonic.geocode.v1.RSpaceResponse> responseObserver) {
      io.grpc.stub.ClientCalls.asyncUnaryCall(
          getChannel().newCall(getRSpaceMethod(), getCallOptions()), request, responseObserver);
    }
  }

  /**
   * A stub to allow clients to do synchronous rpc calls to service GeocodeService.
   * <pre>
   * Geometric encoding: six pure operations on vectors and regular polyhedra. Equal requests get equal responses.
   * Every call needs credentials and counts against the limits of their plan. A failure has one of the reasons of
   * `fault.v1.Reason`.
   * </pre>
   */
  public static final class GeocodeServiceBlockingV2Stub
      extends io.grpc.stub.AbstractBlockingStub<GeocodeServiceBlockingV2Stub> {
    private GeocodeServiceBlockingV2Stub(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      super(channel, callOptions);
    }

    @java.lang.Override
    protected GeocodeServiceBlockingV2Stub build(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      return new GeocodeServiceBlockingV2Stub(channel, callOptions);
    }

    /**
     * <pre>
     * Moves a vector between spaces of 3 to 13 dimensions.
     * </pre>
     */
    public io.platonic.geocode.v1.TransformResponse transform(io.platonic.geocode.v1.TransformRequest request) throws io.grpc.StatusException {
      return io.grpc.stub.ClientCalls.blockingV2UnaryCall(
          getChannel(), getTransformMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Encodes data as weights on the vertices of a regular polyhedron.
     * </pre>
     */
    public io.platonic.geocode.v1.EncodeResponse encode(io.platonic.geocode.v1.EncodeRequest request) throws io.grpc.StatusException {
      return io.grpc.stub.ClientCalls.blockingV2UnaryCall(
          getChannel(), getEncodeMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Decodes weights on the vertices of a regular polyhedron into a vector.
     * </pre>
     */
    public io.platonic.geocode.v1.DecodeResponse decode(io.platonic.geocode.v1.DecodeRequest request) throws io.grpc.StatusException {
      return io.grpc.stub.ClientCalls.blockingV2UnaryCall(
          getChannel(), getDecodeMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Folds one regular polyhedron, and the values on it, into another.
     * </pre>
     */
    public io.platonic.geocode.v1.JitterbugResponse jitterbug(io.platonic.geocode.v1.JitterbugRequest request) throws io.grpc.StatusException {
      return io.grpc.stub.ClientCalls.blockingV2UnaryCall(
          getChannel(), getJitterbugMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Measures how closely a sequence follows golden growth, or changes it to follow more closely.
     * </pre>
     */
    public io.platonic.geocode.v1.PhiResonanceResponse phiResonance(io.platonic.geocode.v1.PhiResonanceRequest request) throws io.grpc.StatusException {
      return io.grpc.stub.ClientCalls.blockingV2UnaryCall(
          getChannel(), getPhiResonanceMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Transforms data in the space of the residues of a prime.
     * </pre>
     */
    public io.platonic.geocode.v1.RSpaceResponse rSpace(io.platonic.geocode.v1.RSpaceRequest request) throws io.grpc.StatusException {
      return io.grpc.stub.ClientCalls.blockingV2UnaryCall(
          getChannel(), getRSpaceMethod(), getCallOptions(), request);
    }
  }

  /**
   * A stub to allow clients to do limited synchronous rpc calls to service GeocodeService.
   * <pre>
   * Geometric encoding: six pure operations on vectors and regular polyhedra. Equal requests get equal responses.
   * Every call needs credentials and counts against the limits of their plan. A failure has one of the reasons of
   * `fault.v1.Reason`.
   * </pre>
   */
  public static final class GeocodeServiceBlockingStub
      extends io.grpc.stub.AbstractBlockingStub<GeocodeServiceBlockingStub> {
    private GeocodeServiceBlockingStub(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      super(channel, callOptions);
    }

    @java.lang.Override
    protected GeocodeServiceBlockingStub build(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      return new GeocodeServiceBlockingStub(channel, callOptions);
    }

    /**
     * <pre>
     * Moves a vector between spaces of 3 to 13 dimensions.
     * </pre>
     */
    public io.platonic.geocode.v1.TransformResponse transform(io.platonic.geocode.v1.TransformRequest request) {
      return io.grpc.stub.ClientCalls.blockingUnaryCall(
          getChannel(), getTransformMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Encodes data as weights on the vertices of a regular polyhedron.
     * </pre>
     */
    public io.platonic.geocode.v1.EncodeResponse encode(io.platonic.geocode.v1.EncodeRequest request) {
      return io.grpc.stub.ClientCalls.blockingUnaryCall(
          getChannel(), getEncodeMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Decodes weights on the vertices of a regular polyhedron into a vector.
     * </pre>
     */
    public io.platonic.geocode.v1.DecodeResponse decode(io.platonic.geocode.v1.DecodeRequest request) {
      return io.grpc.stub.ClientCalls.blockingUnaryCall(
          getChannel(), getDecodeMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Folds one regular polyhedron, and the values on it, into another.
     * </pre>
     */
    public io.platonic.geocode.v1.JitterbugResponse jitterbug(io.platonic.geocode.v1.JitterbugRequest request) {
      return io.grpc.stub.ClientCalls.blockingUnaryCall(
          getChannel(), getJitterbugMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Measures how closely a sequence follows golden growth, or changes it to follow more closely.
     * </pre>
     */
    public io.platonic.geocode.v1.PhiResonanceResponse phiResonance(io.platonic.geocode.v1.PhiResonanceRequest request) {
      return io.grpc.stub.ClientCalls.blockingUnaryCall(
          getChannel(), getPhiResonanceMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Transforms data in the space of the residues of a prime.
     * </pre>
     */
    public io.platonic.geocode.v1.RSpaceResponse rSpace(io.platonic.geocode.v1.RSpaceRequest request) {
      return io.grpc.stub.ClientCalls.blockingUnaryCall(
          getChannel(), getRSpaceMethod(), getCallOptions(), request);
    }
  }

  /**
   * A stub to allow clients to do ListenableFuture-style rpc calls to service GeocodeService.
   * <pre>
   * Geometric encoding: six pure operations on vectors and regular polyhedra. Equal requests get equal responses.
   * Every call needs credentials and counts against the limits of their plan. A failure has one of the reasons of
   * `fault.v1.Reason`.
   * </pre>
   */
  public static final class GeocodeServiceFutureStub
      extends io.grpc.stub.AbstractFutureStub<GeocodeServiceFutureStub> {
    private GeocodeServiceFutureStub(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      super(channel, callOptions);
    }

    @java.lang.Override
    protected GeocodeServiceFutureStub build(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      return new GeocodeServiceFutureStub(channel, callOptions);
    }

    /**
     * <pre>
     * Moves a vector between spaces of 3 to 13 dimensions.
     * </pre>
     */
    public com.google.common.util.concurrent.ListenableFuture<io.platonic.geocode.v1.TransformResponse> transform(
        io.platonic.geocode.v1.TransformRequest request) {
      return io.grpc.stub.ClientCalls.futureUnaryCall(
          getChannel().newCall(getTransformMethod(), getCallOptions()), request);
    }

    /**
     * <pre>
     * Encodes data as weights on the vertices of a regular polyhedron.
     * </pre>
     */
    public com.google.common.util.concurrent.ListenableFuture<io.platonic.geocode.v1.EncodeResponse> encode(
        io.platonic.geocode.v1.EncodeRequest request) {
      return io.grpc.stub.ClientCalls.futureUnaryCall(
          getChannel().newCall(getEncodeMethod(), getCallOptions()), request);
    }

    /**
     * <pre>
     * Decodes weights on the vertices of a regular polyhedron into a vector.
     * </pre>
     */
    public com.google.common.util.concurrent.ListenableFuture<io.platonic.geocode.v1.DecodeResponse> decode(
        io.platonic.geocode.v1.DecodeRequest request) {
      return io.grpc.stub.ClientCalls.futureUnaryCall(
          getChannel().newCall(getDecodeMethod(), getCallOptions()), request);
    }

    /**
     * <pre>
     * Folds one regular polyhedron, and the values on it, into another.
     * </pre>
     */
    public com.google.common.util.concurrent.ListenableFuture<io.platonic.geocode.v1.JitterbugResponse> jitterbug(
        io.platonic.geocode.v1.JitterbugRequest request) {
      return io.grpc.stub.ClientCalls.futureUnaryCall(
          getChannel().newCall(getJitterbugMethod(), getCallOptions()), request);
    }

    /**
     * <pre>
     * Measures how closely a sequence follows golden growth, or changes it to follow more closely.
     * </pre>
     */
    public com.google.common.util.concurrent.ListenableFuture<io.platonic.geocode.v1.PhiResonanceResponse> phiResonance(
        io.platonic.geocode.v1.PhiResonanceRequest request) {
      return io.grpc.stub.ClientCalls.futureUnaryCall(
          getChannel().newCall(getPhiResonanceMethod(), getCallOptions()), request);
    }

    /**
     * <pre>
     * Transforms data in the space of the residues of a prime.
     * </pre>
     */
    public com.google.common.util.concurrent.ListenableFuture<io.platonic.geocode.v1.RSpaceResponse> rSpace(
        io.platonic.geocode.v1.RSpaceRequest request) {
      return io.grpc.stub.ClientCalls.futureUnaryCall(
          getChannel().newCall(getRSpaceMethod(), getCallOptions()), request);
    }
  }

  private static final int METHODID_TRANSFORM = 0;
  private static final int METHODID_ENCODE = 1;
  private static final int METHODID_DECODE = 2;
  private static final int METHODID_JITTERBUG = 3;
  private static final int METHODID_PHI_RESONANCE = 4;
  private static final int METHODID_RSPACE = 5;

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
        case METHODID_TRANSFORM:
          serviceImpl.transform((io.platonic.geocode.v1.TransformRequest) request,
              (io.grpc.stub.StreamObserver<io.platonic.geocode.v1.TransformResponse>) responseObserver);
          break;
        case METHODID_ENCODE:
          serviceImpl.encode((io.platonic.geocode.v1.EncodeRequest) request,
              (io.grpc.stub.StreamObserver<io.platonic.geocode.v1.EncodeResponse>) responseObserver);
          break;
        case METHODID_DECODE:
          serviceImpl.decode((io.platonic.geocode.v1.DecodeRequest) request,
              (io.grpc.stub.StreamObserver<io.platonic.geocode.v1.DecodeResponse>) responseObserver);
          break;
        case METHODID_JITTERBUG:
          serviceImpl.jitterbug((io.platonic.geocode.v1.JitterbugRequest) request,
              (io.grpc.stub.StreamObserver<io.platonic.geocode.v1.JitterbugResponse>) responseObserver);
          break;
        case METHODID_PHI_RESONANCE:
          serviceImpl.phiResonance((io.platonic.geocode.v1.PhiResonanceRequest) request,
              (io.grpc.stub.StreamObserver<io.platonic.geocode.v1.PhiResonanceResponse>) responseObserver);
          break;
        case METHODID_RSPACE:
          serviceImpl.rSpace((io.platonic.geocode.v1.RSpaceRequest) request,
              (io.grpc.stub.StreamObserver<io.platonic.geocode.v1.RSpaceResponse>) responseObserver);
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
          getTransformMethod(),
          io.grpc.stub.ServerCalls.asyncUnaryCall(
            new MethodHandlers<
              io.platonic.geocode.v1.TransformRequest,
              io.platonic.geocode.v1.TransformResponse>(
                service, METHODID_TRANSFORM)))
        .addMethod(
          getEncodeMethod(),
          io.grpc.stub.ServerCalls.asyncUnaryCall(
            new MethodHandlers<
              io.platonic.geocode.v1.EncodeRequest,
              io.platonic.geocode.v1.EncodeResponse>(
                service, METHODID_ENCODE)))
        .addMethod(
          getDecodeMethod(),
          io.grpc.stub.ServerCalls.asyncUnaryCall(
            new MethodHandlers<
              io.platonic.geocode.v1.DecodeRequest,
              io.platonic.geocode.v1.DecodeResponse>(
                service, METHODID_DECODE)))
        .addMethod(
          getJitterbugMethod(),
          io.grpc.stub.ServerCalls.asyncUnaryCall(
            new MethodHandlers<
              io.platonic.geocode.v1.JitterbugRequest,
              io.platonic.geocode.v1.JitterbugResponse>(
                service, METHODID_JITTERBUG)))
        .addMethod(
          getPhiResonanceMethod(),
          io.grpc.stub.ServerCalls.asyncUnaryCall(
            new MethodHandlers<
              io.platonic.geocode.v1.PhiResonanceRequest,
              io.platonic.geocode.v1.PhiResonanceResponse>(
                service, METHODID_PHI_RESONANCE)))
        .addMethod(
          getRSpaceMethod(),
          io.grpc.stub.ServerCalls.asyncUnaryCall(
            new MethodHandlers<
              io.platonic.geocode.v1.RSpaceRequest,
              io.platonic.geocode.v1.RSpaceResponse>(
                service, METHODID_RSPACE)))
        .build();
  }

  private static abstract class GeocodeServiceBaseDescriptorSupplier
      implements io.grpc.protobuf.ProtoFileDescriptorSupplier, io.grpc.protobuf.ProtoServiceDescriptorSupplier {
    GeocodeServiceBaseDescriptorSupplier() {}

    @java.lang.Override
    public com.google.protobuf.Descriptors.FileDescriptor getFileDescriptor() {
      return io.platonic.geocode.v1.ServiceProto.getDescriptor();
    }

    @java.lang.Override
    public com.google.protobuf.Descriptors.ServiceDescriptor getServiceDescriptor() {
      return getFileDescriptor().findServiceByName("GeocodeService");
    }
  }

  private static final class GeocodeServiceFileDescriptorSupplier
      extends GeocodeServiceBaseDescriptorSupplier {
    GeocodeServiceFileDescriptorSupplier() {}
  }

  private static final class GeocodeServiceMethodDescriptorSupplier
      extends GeocodeServiceBaseDescriptorSupplier
      implements io.grpc.protobuf.ProtoMethodDescriptorSupplier {
    private final java.lang.String methodName;

    GeocodeServiceMethodDescriptorSupplier(java.lang.String methodName) {
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
      synchronized (GeocodeServiceGrpc.class) {
        result = serviceDescriptor;
        if (result == null) {
          serviceDescriptor = result = io.grpc.ServiceDescriptor.newBuilder(SERVICE_NAME)
              .setSchemaDescriptor(new GeocodeServiceFileDescriptorSupplier())
              .addMethod(getTransformMethod())
              .addMethod(getEncodeMethod())
              .addMethod(getDecodeMethod())
              .addMethod(getJitterbugMethod())
              .addMethod(getPhiResonanceMethod())
              .addMethod(getRSpaceMethod())
              .build();
        }
      }
    }
    return result;
  }
}
