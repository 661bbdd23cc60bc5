package io.platonic.identity.v1;

import static io.grpc.MethodDescriptor.generateFullMethodName;

/**
 * <pre>
 * Identity verification: challenges, their responses, and levels.
 * </pre>
 */
@io.grpc.stub.annotations.GrpcGenerated
public final class VerificationServiceGrpc {

  private VerificationServiceGrpc() {}

  public static final java.lang.String SERVICE_NAME = "identity.v1.VerificationService";

  // Static method descriptors that strictly reflect the proto.
  private static volatile io.grpc.MethodDescriptor<io.platonic.identity.v1.RequestChallengeRequest,
      io.platonic.identity.v1.RequestChallengeResponse> getRequestChallengeMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "RequestChallenge",
      requestType = io.platonic.identity.v1.RequestChallengeRequest.class,
      responseType = io.platonic.identity.v1.RequestChallengeResponse.class,
      methodType = io.grpc.MethodDescriptor.MethodType.UNARY)
  public static io.grpc.MethodDescriptor<io.platonic.identity.v1.RequestChallengeRequest,
      io.platonic.identity.v1.RequestChallengeResponse> getRequestChallengeMethod() {
    io.grpc.MethodDescriptor<io.platonic.identity.v1.RequestChallengeRequest, io.platonic.identity.v1.RequestChallengeResponse> getRequestChallengeMethod;
    if ((getRequestChallengeMethod = VerificationServiceGrpc.getRequestChallengeMethod) == null) {
      synchronized (VerificationServiceGrpc.class) {
        if ((getRequestChallengeMethod = VerificationServiceGrpc.getRequestChallengeMethod) == null) {
          VerificationServiceGrpc.getRequestChallengeMethod = getRequestChallengeMethod =
              io.grpc.MethodDescriptor.<io.platonic.identity.v1.RequestChallengeRequest, io.platonic.identity.v1.RequestChallengeResponse>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.UNARY)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "RequestChallenge"))
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.platonic.identity.v1.RequestChallengeRequest.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.platonic.identity.v1.RequestChallengeResponse.getDefaultInstance()))
              .setSchemaDescriptor(new VerificationServiceMethodDescriptorSupplier("RequestChallenge"))
              .build();
        }
      }
    }
    return getRequestChallengeMethod;
  }

  private static volatile io.grpc.MethodDescriptor<io.platonic.identity.v1.SubmitResponseRequest,
      io.platonic.identity.v1.SubmitResponseResponse> getSubmitResponseMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "SubmitResponse",
      requestType = io.platonic.identity.v1.SubmitResponseRequest.class,
      responseType = io.platonic.identity.v1.SubmitResponseResponse.class,
      methodType = io.grpc.MethodDescriptor.MethodType.UNARY)
  public static io.grpc.MethodDescriptor<io.platonic.identity.v1.SubmitResponseRequest,
      io.platonic.identity.v1.SubmitResponseResponse> getSubmitResponseMethod() {
    io.grpc.MethodDescriptor<io.platonic.identity.v1.SubmitResponseRequest, io.platonic.identity.v1.SubmitResponseResponse> getSubmitResponseMethod;
    if ((getSubmitResponseMethod = VerificationServiceGrpc.getSubmitResponseMethod) == null) {
      synchronized (VerificationServiceGrpc.class) {
        if ((getSubmitResponseMethod = VerificationServiceGrpc.getSubmitResponseMethod) == null) {
          VerificationServiceGrpc.getSubmitResponseMethod = getSubmitResponseMethod =
              io.grpc.MethodDescriptor.<io.platonic.identity.v1.SubmitResponseRequest, io.platonic.identity.v1.SubmitResponseResponse>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.UNARY)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "SubmitResponse"))
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.platonic.identity.v1.SubmitResponseRequest.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.platonic.identity.v1.SubmitResponseResponse.getDefaultInstance()))
              .setSchemaDescriptor(new VerificationServiceMethodDescriptorSupplier("SubmitResponse"))
              .build();
        }
      }
    }
    return getSubmitResponseMethod;
  }

  private static volatile io.grpc.MethodDescriptor<io.platonic.identity.v1.ListChallengesRequest,
      io.platonic.identity.v1.ListChallengesResponse> getListChallengesMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "ListChallenges",
      requestType = io.platonic.identity.v1.ListChallengesRequest.class,
      responseType = io.platonic.identity.v1.ListChallengesResponse.class,
      methodType = io.grpc.MethodDescriptor.MethodType.UNARY)
  public static io.grpc.MethodDescriptor<io.platonic.identity.v1.ListChallengesRequest,
      io.platonic.identity.v1.ListChallengesResponse> getListChallengesMethod() {
    io.grpc.MethodDescriptor<io.platonic.identity.v1.ListChallengesRequest, io.platonic.identity.v1.ListChallengesResponse> getListChallengesMethod;
    if ((getListChallengesMethod = VerificationServiceGrpc.getListChallengesMethod) == null) {
      synchronized (VerificationServiceGrpc.class) {
        if ((getListChallengesMethod = VerificationServiceGrpc.getListChallengesMethod) == null) {
          VerificationServiceGrpc.getListChallengesMethod = getListChallengesMethod =
              io.grpc.MethodDescriptor.<io.platonic.identity.v1.ListChallengesRequest, io.platonic.identity.v1.ListChallengesResponse>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.UNARY)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "ListChallenges"))
              .setSafe(true)
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.platonic.identity.v1.ListChallengesRequest.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.platonic.identity.v1.ListChallengesResponse.getDefaultInstance()))
              .setSchemaDescriptor(new VerificationServiceMethodDescriptorSupplier("ListChallenges"))
              .build();
        }
      }
    }
    return getListChallengesMethod;
  }

  private static volatile io.grpc.MethodDescriptor<io.platonic.identity.v1.UnlockFactorRequest,
      io.platonic.identity.v1.UnlockFactorResponse> getUnlockFactorMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "UnlockFactor",
      requestType = io.platonic.identity.v1.UnlockFactorRequest.class,
      responseType = io.platonic.identity.v1.UnlockFactorResponse.class,
      methodType = io.grpc.MethodDescriptor.MethodType.UNARY)
  public static io.grpc.MethodDescriptor<io.platonic.identity.v1.UnlockFactorRequest,
      io.platonic.identity.v1.UnlockFactorResponse> getUnlockFactorMethod() {
    io.grpc.MethodDescriptor<io.platonic.identity.v1.UnlockFactorRequest, io.platonic.identity.v1.UnlockFactorResponse> getUnlockFactorMethod;
    if ((getUnlockFactorMethod = VerificationServiceGrpc.getUnlockFactorMethod) == null) {
      synchronized (VerificationServiceGrpc.class) {
        if ((getUnlockFactorMethod = VerificationServiceGrpc.getUnlockFactorMethod) == null) {
          VerificationServiceGrpc.getUnlockFactorMethod = getUnlockFactorMethod =
              io.grpc.MethodDescriptor.<io.platonic.identity.v1.UnlockFactorRequest, io.platonic.identity.v1.UnlockFactorResponse>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.UNARY)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "UnlockFactor"))
              .setIdempotent(true)
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.platonic.identity.v1.UnlockFactorRequest.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.platonic.identity.v1.UnlockFactorResponse.getDefaultInstance()))
              .setSchemaDescriptor(new VerificationServiceMethodDescriptorSupplier("UnlockFactor"))
              .build();
        }
      }
    }
    return getUnlockFactorMethod;
  }

  private static volatile io.grpc.MethodDescriptor<io.platonic.identity.v1.RenewRecoveryCodesRequest,
      io.platonic.identity.v1.RenewRecoveryCodesResponse> getRenewRecoveryCodesMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "RenewRecoveryCodes",
      requestType = io.platonic.identity.v1.RenewRecoveryCodesRequest.class,
      responseType = io.platonic.identity.v1.RenewRecoveryCodesResponse.class,
      methodType = io.grpc.MethodDescriptor.MethodType.UNARY)
  public static io.grpc.MethodDescriptor<io.platonic.identity.v1.RenewRecoveryCodesRequest,
      io.platonic.identity.v1.RenewRecoveryCodesResponse> getRenewRecoveryCodesMethod() {
    io.grpc.MethodDescriptor<io.platonic.identity.v1.RenewRecoveryCodesRequest, io.platonic.identity.v1.RenewRecoveryCodesResponse> getRenewRecoveryCodesMethod;
    if ((getRenewRecoveryCodesMethod = VerificationServiceGrpc.getRenewRecoveryCodesMethod) == null) {
      synchronized (VerificationServiceGrpc.class) {
        if ((getRenewRecoveryCodesMethod = VerificationServiceGrpc.getRenewRecoveryCodesMethod) == null) {
          VerificationServiceGrpc.getRenewRecoveryCodesMethod = getRenewRecoveryCodesMethod =
              io.grpc.MethodDescriptor.<io.platonic.identity.v1.RenewRecoveryCodesRequest, io.platonic.identity.v1.RenewRecoveryCodesResponse>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.UNARY)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "RenewRecoveryCodes"))
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.platonic.identity.v1.RenewRecoveryCodesRequest.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.platonic.identity.v1.RenewRecoveryCodesResponse.getDefaultInstance()))
              .setSchemaDescriptor(new VerificationServiceMethodDescriptorSupplier("RenewRecoveryCodes"))
              .build();
        }
      }
    }
    return getRenewRecoveryCodesMethod;
  }

  private static volatile io.grpc.MethodDescriptor<io.platonic.identity.v1.GetVerificationStatusRequest,
      io.platonic.identity.v1.GetVerificationStatusResponse> getGetVerificationStatusMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "GetVerificationStatus",
      requestType = io.platonic.identity.v1.GetVerificationStatusRequest.class,
      responseType = io.platonic.identity.v1.GetVerificationStatusResponse.class,
      methodType = io.grpc.MethodDescriptor.MethodType.UNARY)
  public static io.grpc.MethodDescriptor<io.platonic.identity.v1.GetVerificationStatusRequest,
      io.platonic.identity.v1.GetVerificationStatusResponse> getGetVerificationStatusMethod() {
    io.grpc.MethodDescriptor<io.platonic.identity.v1.GetVerificationStatusRequest, io.platonic.identity.v1.GetVerificationStatusResponse> getGetVerificationStatusMethod;
    if ((getGetVerificationStatusMethod = VerificationServiceGrpc.getGetVerificationStatusMethod) == null) {
      synchronized (VerificationServiceGrpc.class) {
        if ((getGetVerificationStatusMethod = VerificationServiceGrpc.getGetVerificationStatusMethod) == null) {
          VerificationServiceGrpc.getGetVerificationStatusMethod = getGetVerificationStatusMethod =
              io.grpc.MethodDescriptor.<io.platonic.identity.v1.GetVerificationStatusRequest, io.platonic.identity.v1.GetVerificationStatusResponse>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.UNARY)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "GetVerificationStatus"))
              .setSafe(true)
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.platonic.identity.v1.GetVerificationStatusRequest.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.platonic.identity.v1.GetVerificationStatusResponse.getDefaultInstance()))
              .setSchemaDescriptor(new VerificationServiceMethodDescriptorSupplier("GetVerificationStatus"))
              .build();
        }
      }
    }
    return getGetVerificationStatusMethod;
  }

  private static volatile io.grpc.MethodDescriptor<io.platonic.identity.v1.RequestLevelRequest,
      io.platonic.identity.v1.RequestLevelResponse> getRequestLevelMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "RequestLevel",
      requestType = io.platonic.identity.v1.RequestLevelRequest.class,
      responseType = io.platonic.identity.v1.RequestLevelResponse.class,
      methodType = io.grpc.MethodDescriptor.MethodType.UNARY)
  public static io.grpc.MethodDescriptor<io.platonic.identity.v1.RequestLevelRequest,
      io.platonic.identity.v1.RequestLevelResponse> getRequestLevelMethod() {
    io.grpc.MethodDescriptor<io.platonic.identity.v1.RequestLevelRequest, io.platonic.identity.v1.RequestLevelResponse> getRequestLevelMethod;
    if ((getRequestLevelMethod = VerificationServiceGrpc.getRequestLevelMethod) == null) {
      synchronized (VerificationServiceGrpc.class) {
        if ((getRequestLevelMethod = VerificationServiceGrpc.getRequestLevelMethod) == null) {
          VerificationServiceGrpc.getRequestLevelMethod = getRequestLevelMethod =
              io.grpc.MethodDescriptor.<io.platonic.identity.v1.RequestLevelRequest, io.platonic.identity.v1.RequestLevelResponse>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.UNARY)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "RequestLevel"))
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.platonic.identity.v1.RequestLevelRequest.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.platonic.identity.v1.RequestLevelResponse.getDefaultInstance()))
              .setSchemaDescriptor(new VerificationServiceMethodDescriptorSupplier("RequestLevel"))
              .build();
        }
      }
    }
    return getRequestLevelMethod;
  }

  /**
   * Creates a new async stub that supports all call types for the service
   */
  public static VerificationServiceStub newStub(io.grpc.Channel channel) {
    io.grpc.stub.AbstractStub.StubFactory<VerificationServiceStub> factory =
      new io.grpc.stub.AbstractStub.StubFactory<VerificationServiceStub>() {
        @java.lang.Override
        public VerificationServiceStub newStub(io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
          return new VerificationServiceStub(channel, callOptions);
        }
      };
    return VerificationServiceStub.newStub(factory, channel);
  }

  /**
   * Creates a new blocking-style stub that supports all types of calls on the service
   */
  public static VerificationServiceBlockingV2Stub newBlockingV2Stub(
      io.grpc.Channel channel) {
    io.grpc.stub.AbstractStub.StubFactory<VerificationServiceBlockingV2Stub> factory =
      new io.grpc.stub.AbstractStub.StubFactory<VerificationServiceBlockingV2Stub>() {
        @java.lang.Override
        public VerificationServiceBlockingV2Stub newStub(io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
          return new VerificationServiceBlockingV2Stub(channel, callOptions);
        }
      };
    return VerificationServiceBlockingV2Stub.newStub(factory, channel);
  }

  /**
   * Creates a new blocking-style stub that supports unary and streaming output calls on the service
   */
  public static VerificationServiceBlockingStub newBlockingStub(
      io.grpc.Channel channel) {
    io.grpc.stub.AbstractStub.StubFactory<VerificationServiceBlockingStub> factory =
      new io.grpc.stub.AbstractStub.StubFactory<VerificationServiceBlockingStub>() {
        @java.lang.Override
        public VerificationServiceBlockingStub newStub(io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
          return new VerificationServiceBlockingStub(channel, callOptions);
        }
      };
    return VerificationServiceBlockingStub.newStub(factory, channel);
  }

  /**
   * Creates a new ListenableFuture-style stub that supports unary calls on the service
   */
  public static VerificationServiceFutureStub newFutureStub(
      io.grpc.Channel channel) {
    io.grpc.stub.AbstractStub.StubFactory<VerificationServiceFutureStub> factory =
      new io.grpc.stub.AbstractStub.StubFactory<VerificationServiceFutureStub>() {
        @java.lang.Override
        public VerificationServiceFutureStub newStub(io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
          return new VerificationServiceFutureStub(channel, callOptions);
        }
      };
    return VerificationServiceFutureStub.newStub(factory, channel);
  }

  /**
   * <pre>
   * Identity verification: challenges, their responses, and levels.
   * </pre>
   */
  public interface AsyncService {

    /**
     * <pre>
     * Starts a challenge: sends a code, or returns the parameters that the client needs. It ends a pending challenge of
     * the same method.
     * </pre>
     */
    default void requestChallenge(io.platonic.identity.v1.RequestChallengeRequest request,
        io.grpc.stub.StreamObserver<io.platonic.identity.v1.RequestChallengeResponse> responseObserver) {
      io.grpc.stub.ServerCalls.asyncUnimplementedUnaryCall(getRequestChallengeMethod(), responseObserver);
    }

    /**
     * <pre>
     * Submits the response to a challenge. A wrong response is a successful call that uses up one attempt. A challenge is
     * passed by one response: once it has passed, failed or expired, the answer is `STATE_INVALID`.
     * </pre>
     */
    default void submitResponse(io.platonic.identity.v1.SubmitResponseRequest request,
        io.grpc.stub.StreamObserver<io.platonic.identity.v1.SubmitResponseResponse> responseObserver) {
      io.grpc.stub.ServerCalls.asyncUnimplementedUnaryCall(getSubmitResponseMethod(), responseObserver);
    }

    /**
     * <pre>
     * Lists the pending challenges of an identity, oldest first, without their parameters.
     * </pre>
     */
    default void listChallenges(io.platonic.identity.v1.ListChallengesRequest request,
        io.grpc.stub.StreamObserver<io.platonic.identity.v1.ListChallengesResponse> responseObserver) {
      io.grpc.stub.ServerCalls.asyncUnimplementedUnaryCall(getListChallengesMethod(), responseObserver);
    }

    /**
     * <pre>
     * Unlocks a factor that was locked after 100 wrong responses in a row. A session needs a fresh proof of the identity.
     * </pre>
     */
    default void unlockFactor(io.platonic.identity.v1.UnlockFactorRequest request,
        io.grpc.stub.StreamObserver<io.platonic.identity.v1.UnlockFactorResponse> responseObserver) {
      io.grpc.stub.ServerCalls.asyncUnimplementedUnaryCall(getUnlockFactorMethod(), responseObserver);
    }

    /**
     * <pre>
     * Issues ten new recovery codes to an identity with a second factor. Those before end at once, and a notice goes to its
     * e-mail address. A session needs a fresh proof of the identity.
     * </pre>
     */
    default void renewRecoveryCodes(io.platonic.identity.v1.RenewRecoveryCodesRequest request,
        io.grpc.stub.StreamObserver<io.platonic.identity.v1.RenewRecoveryCodesResponse> responseObserver) {
      io.grpc.stub.ServerCalls.asyncUnimplementedUnaryCall(getRenewRecoveryCodesMethod(), responseObserver);
    }

    /**
     * <pre>
     * Reads the level of an identity, its factors, and what the next level still requires.
     * </pre>
     */
    default void getVerificationStatus(io.platonic.identity.v1.GetVerificationStatusRequest request,
        io.grpc.stub.StreamObserver<io.platonic.identity.v1.GetVerificationStatusResponse> responseObserver) {
      io.grpc.stub.ServerCalls.asyncUnimplementedUnaryCall(getGetVerificationStatusMethod(), responseObserver);
    }

    /**
     * <pre>
     * Moves an identity to the next level if all of its requirements are proven, or down to any lower level. Moving down
     * ends the identity's sessions. A request for the level that it has changes nothing.
     * </pre>
     */
    default void requestLevel(io.platonic.identity.v1.RequestLevelRequest request,
        io.grpc.stub.StreamObserver<io.platonic.identity.v1.RequestLevelResponse> responseObserver) {
      io.grpc.stub.ServerCalls.asyncUnimplementedUnaryCall(getRequestLevelMethod(), responseObserver);
    }
  }

  /**
   * Base class for the server implementation of the service VerificationService.
   * <pre>
   * Identity verification: challenges, their responses, and levels.
   * </pre>
   */
  public static abstract class VerificationServiceImplBase
      implements io.grpc.BindableService, AsyncService {

    @java.lang.Override public final io.grpc.ServerServiceDefinition bindService() {
      return VerificationServiceGrpc.bindService(this);
    }
  }

  /**
   * A stub to allow clients to do asynchronous rpc calls to service VerificationService.
   * <pre>
   * Identity verification: challenges, their responses, and levels.
   * </pre>
   */
  public static final class VerificationServiceStub
      extends io.grpc.stub.AbstractAsyncStub<VerificationServiceStub> {
    private VerificationServiceStub(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      super(channel, callOptions);
    }

    @java.lang.Override
    protected VerificationServiceStub build(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      return new VerificationServiceStub(channel, callOptions);
    }

    /**
     * <pre>
     * Starts a challenge: sends a code, or returns the parameters that the client needs. It ends a pending challenge of
     * the same method.
     * </pre>
     */
    public void requestChallenge(io.platonic.identity.v1.RequestChallengeRequest request,
        io.grpc.stub.StreamObserver<io.platonic.identity.v1.RequestChallengeResponse> responseObserver) {
      io.grpc.stub.ClientCalls.asyncUnaryCall(
          getChannel().newCall(getRequestChallengeMethod(), getCallOptions()), request, responseObserver);
    }

    /**
     * <pre>
     * Submits the response to a challenge. A wrong response is a successful call that uses up one attempt. A challenge is
     * passed by one response: once it has passed, failed or expired, the answer is `STATE_INVALID`.
     * </pre>
     */
    public void submitResponse(io.platonic.identity.v1.SubmitResponseRequest request,
        io.grpc.stub.StreamObserver<io.platonic.identity.v1.SubmitResponseResponse> responseObserver) {
      io.grpc.stub.ClientCalls.asyncUnaryCall(
          getChannel().newCall(getSubmitResponseMethod(), getCallOptions()), request, responseObserver);
    }

    /**
     * <pre>
     * Lists the pending challenges of an identity, oldest first, without their parameters.
     * </pre>
     */
    public void listChallenges(io.platonic.identity.v1.ListChallengesRequest request,
        io.grpc.stub.StreamObserver<io.platonic.identity.v1.ListChallengesResponse> responseObserver) {
      io.grpc.stub.ClientCalls.asyncUnaryCall(
          getChannel().newCall(getListChallengesMethod(), getCallOptions()), request, responseObserver);
    }

    /**
     * <pre>
     * Unlocks a factor that was locked after 100 wrong responses in a row. A session needs a fresh proof of the identity.
     * </pre>
     */
    public void unlockFactor(io.platonic.identity.v1.UnlockFactorRequest request,
        io.grpc.stub.StreamObserver<io.platonic.identity.v1.UnlockFactorResponse> responseObserver) {
      io.grpc.stub.ClientCalls.asyncUnaryCall(
          getChannel().newCall(getUnlockFactorMethod(), getCallOptions()), request, responseObserver);
    }

    /**
     * <pre>
     * Issues ten new recovery codes to an identity with a second factor. Those before end at once, and a notice goes to its
     * e-mail address. A session needs a fresh proof of the identity.
     * </pre>
     */
    public void renewRecoveryCodes(io.platonic.identity.v1.RenewRecoveryCodesRequest request,
        io.grpc.stub.StreamObserver<io.platonic.identity.v1.RenewRecoveryCodesResponse> responseObserver) {
      io.grpc.stub.ClientCalls.asyncUnaryCall(
          getChannel().newCall(getRenewRecoveryCodesMethod(), getCallOptions()), request, responseObserver);
    }

    /**
     * <pre>
     * Reads the level of an identity, its factors, and what the next level still requires.
     * </pre>
     */
    public void getVerificationStatus(io.platonic.identity.v1.GetVerificationStatusRequest request,
        io.grpc.stub.StreamObserver<io.platonic.identity.v1.GetVerificationStatusResponse> responseObserver) {
      io.grpc.stub.ClientCalls.asyncUnaryCall(
          getChannel().newCall(getGetVerificationStatusMethod(), getCallOptions()), request, responseObserver);
    }

    /**
     * <pre>
     * Moves an identity to the next level if all of its requirements are proven, or down to any lower level. Moving down
     * ends the identity's sessions. A request for the level that it has changes nothing.
     * </pre>
     */
    public void requestLevel(io.platonic.identity.v1.RequestLevelRequest request,
        io.grpc.stub.StreamObserver<io.platonic.identity.v1.RequestLevelResponse> responseObserver) {
      io.grpc.stub.ClientCalls.asyncUnaryCall(
          getChannel().newCall(getRequestLevelMethod(), getCallOptions()), request, responseObserver);
    }
  }

  /**
   * A stub to allow clients to do synchronous rpc calls to service VerificationService.
   * <pre>
   * Identity verification: challenges, their responses, and levels.
   * </pre>
   */
  public static final class VerificationServiceBlockingV2Stub
      extends io.grpc.stub.AbstractBlockingStub<VerificationServiceBlockingV2Stub> {
    private VerificationServiceBlockingV2Stub(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      super(channel, callOptions);
    }

    @java.lang.Override
    protected VerificationServiceBlockingV2Stub build(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      return new VerificationServiceBlockingV2Stub(channel, callOptions);
    }

    /**
     * <pre>
     * Starts a challenge: sends a code, or returns the parameters that the client needs. It ends a pending challenge of
     * the same method.
     * </pre>
     */
    public io.platonic.identity.v1.RequestChallengeResponse requestChallenge(io.platonic.identity.v1.RequestChallengeRequest request) throws io.grpc.StatusException {
      return io.grpc.stub.ClientCalls.blockingV2UnaryCall(
          getChannel(), getRequestChallengeMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Submits the response to a challenge. A wrong response is a successful call that uses up one attempt. A challenge is
     * passed by one response: once it has passed, failed or expired, the answer is `STATE_INVALID`.
     * </pre>
     */
    public io.platonic.identity.v1.SubmitResponseResponse submitResponse(io.platonic.identity.v1.SubmitResponseRequest request) throws io.grpc.StatusException {
      return io.grpc.stub.ClientCalls.blockingV2UnaryCall(
          getChannel(), getSubmitResponseMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Lists the pending challenges of an identity, oldest first, without their parameters.
     * </pre>
     */
    public io.platonic.identity.v1.ListChallengesResponse listChallenges(io.platonic.identity.v1.ListChallengesRequest request) throws io.grpc.StatusException {
      return io.grpc.stub.ClientCalls.blockingV2UnaryCall(
          getChannel(), getListChallengesMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Unlocks a factor that was locked after 100 wrong responses in a row. A session needs a fresh proof of the identity.
     * </pre>
     */
    public io.platonic.identity.v1.UnlockFactorResponse unlockFactor(io.platonic.identity.v1.UnlockFactorRequest request) throws io.grpc.StatusException {
      return io.grpc.stub.ClientCalls.blockingV2UnaryCall(
          getChannel(), getUnlockFactorMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Issues ten new recovery codes to an identity with a second factor. Those before end at once, and a notice goes to its
     * e-mail address. A session needs a fresh proof of the identity.
     * </pre>
     */
    public io.platonic.identity.v1.RenewRecoveryCodesResponse renewRecoveryCodes(io.platonic.identity.v1.RenewRecoveryCodesRequest request) throws io.grpc.StatusException {
      return io.grpc.stub.ClientCalls.blockingV2UnaryCall(
          getChannel(), getRenewRecoveryCodesMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Reads the level of an identity, its factors, and what the next level still requires.
     * </pre>
     */
    public io.platonic.identity.v1.GetVerificationStatusResponse getVerificationStatus(io.platonic.identity.v1.GetVerificationStatusRequest request) throws io.grpc.StatusException {
      return io.grpc.stub.ClientCalls.blockingV2UnaryCall(
          getChannel(), getGetVerificationStatusMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Moves an identity to the next level if all of its requirements are proven, or down to any lower level. Moving down
     * ends the identity's sessions. A request for the level that it has changes nothing.
     * </pre>
     */
    public io.platonic.identity.v1.RequestLevelResponse requestLevel(io.platonic.identity.v1.RequestLevelRequest request) throws io.grpc.StatusException {
      return io.grpc.stub.ClientCalls.blockingV2UnaryCall(
          getChannel(), getRequestLevelMethod(), getCallOptions(), request);
    }
  }

  /**
   * A stub to allow clients to do limited synchronous rpc calls to service VerificationService.
   * <pre>
   * Identity verification: challenges, their responses, and levels.
   * </pre>
   */
  public static final class VerificationServiceBlockingStub
      extends io.grpc.stub.AbstractBlockingStub<VerificationServiceBlockingStub> {
    private VerificationServiceBlockingStub(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      super(channel, callOptions);
    }

    @java.lang.Override
    protected VerificationServiceBlockingStub build(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      return new VerificationServiceBlockingStub(channel, callOptions);
    }

    /**
     * <pre>
     * Starts a challenge: sends a code, or returns the parameters that the client needs. It ends a pending challenge of
     * the same method.
     * </pre>
     */
    public io.platonic.identity.v1.RequestChallengeResponse requestChallenge(io.platonic.identity.v1.RequestChallengeRequest request) {
      return io.grpc.stub.ClientCalls.blockingUnaryCall(
          getChannel(), getRequestChallengeMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Submits the response to a challenge. A wrong response is a successful call that uses up one attempt. A challenge is
     * passed by one response: once it has passed, failed or expired, the answer is `STATE_INVALID`.
     * </pre>
     */
    public io.platonic.identity.v1.SubmitResponseResponse submitResponse(io.platonic.identity.v1.SubmitResponseRequest request) {
      return io.grpc.stub.ClientCalls.blockingUnaryCall(
          getChannel(), getSubmitResponseMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Lists the pending challenges of an identity, oldest first, without their parameters.
     * </pre>
     */
    public io.platonic.identity.v1.ListChallengesResponse listChallenges(io.platonic.identity.v1.ListChallengesRequest request) {
      return io.grpc.stub.ClientCalls.blockingUnaryCall(
          getChannel(), getListChallengesMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Unlocks a factor that was locked after 100 wrong responses in a row. A session needs a fresh proof of the identity.
     * </pre>
     */
    public io.platonic.identity.v1.UnlockFactorResponse unlockFactor(io.platonic.identity.v1.UnlockFactorRequest request) {
      return io.grpc.stub.ClientCalls.blockingUnaryCall(
          getChannel(), getUnlockFactorMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Issues ten new recovery codes to an identity with a second factor. Those before end at once, and a notice goes to its
     * e-mail address. A session needs a fresh proof of the identity.
     * </pre>
     */
    public io.platonic.identity.v1.RenewRecoveryCodesResponse renewRecoveryCodes(io.platonic.identity.v1.RenewRecoveryCodesRequest request) {
      return io.grpc.stub.ClientCalls.blockingUnaryCall(
          getChannel(), getRenewRecoveryCodesMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Reads the level of an identity, its factors, and what the next level still requires.
     * </pre>
     */
    public io.platonic.identity.v1.GetVerificationStatusResponse getVerificationStatus(io.platonic.identity.v1.GetVerificationStatusRequest request) {
      return io.grpc.stub.ClientCalls.blockingUnaryCall(
          getChannel(), getGetVerificationStatusMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Moves an identity to the next level if all of its requirements are proven, or down to any lower level. Moving down
     * ends the identity's sessions. A request for the level that it has changes nothing.
     * </pre>
     */
    public io.platonic.identity.v1.RequestLevelResponse requestLevel(io.platonic.identity.v1.RequestLevelRequest request) {
      return io.grpc.stub.ClientCalls.blockingUnaryCall(
          getChannel(), getRequestLevelMethod(), getCallOptions(), request);
    }
  }

  /**
   * A stub to allow clients to do ListenableFuture-style rpc calls to service VerificationService.
   * <pre>
   * Identity verification: challenges, their responses, and levels.
   * </pre>
   */
  public static final class VerificationServiceFutureStub
      extends io.grpc.stub.AbstractFutureStub<VerificationServiceFutureStub> {
    private VerificationServiceFutureStub(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      super(channel, callOptions);
    }

    @java.lang.Override
    protected VerificationServiceFutureStub build(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      return new VerificationServiceFutureStub(channel, callOptions);
    }

    /**
     * <pre>
     * Starts a challenge: sends a code, or returns the parameters that the client needs. It ends a pending challenge of
     * the same method.
     * </pre>
     */
    public com.google.common.util.concurrent.ListenableFuture<io.platonic.identity.v1.RequestChallengeResponse> requestChallenge(
        io.platonic.identity.v1.RequestChallengeRequest request) {
      return io.grpc.stub.ClientCalls.futureUnaryCall(
          getChannel().newCall(getRequestChallengeMethod(), getCallOptions()), request);
    }

    /**
     * <pre>
     * Submits the response to a challenge. A wrong response is a successful call that uses up one attempt. A challenge is
     * passed by one response: once it has passed, failed or expired, the answer is `STATE_INVALID`.
     * </pre>
     */
    public com.google.common.util.concurrent.ListenableFuture<io.platonic.identity.v1.SubmitResponseResponse> submitResponse(
        io.platonic.identity.v1.SubmitResponseRequest request) {
      return io.grpc.stub.ClientCalls.futureUnaryCall(
          getChannel().newCall(getSubmitResponseMethod(), getCallOptions()), request);
    }

    /**
     * <pre>
     * Lists the pending challenges of an identity, oldest first, without their parameters.
     * </pre>
     */
    public com.google.common.util.concurrent.ListenableFuture<io.platonic.identity.v1.ListChallengesResponse> listChallenges(
        io.platonic.identity.v1.ListChallengesRequest request) {
      return io.grpc.stub.ClientCalls.futureUnaryCall(
          getChannel().newCall(getListChallengesMethod(), getCallOptions()), request);
    }

    /**
     * <pre>
     * Unlocks a factor that was locked after 100 wrong responses in a row. A session needs a fresh proof of the identity.
     * </pre>
     */
    public com.google.common.util.concurrent.ListenableFuture<io.platonic.identity.v1.UnlockFactorResponse> unlockFactor(
        io.platonic.identity.v1.UnlockFactorRequest request) {
      return io.grpc.stub.ClientCalls.futureUnaryCall(
          getChannel().newCall(getUnlockFactorMethod(), getCallOptions()), request);
    }

    /**
     * <pre>
     * Issues ten new recovery codes to an identity with a second factor. Those before end at once, and a notice goes to its
     * e-mail address. A session needs a fresh proof of the identity.
     * </pre>
     */
    public com.google.common.util.concurrent.ListenableFuture<io.platonic.identity.v1.RenewRecoveryCodesResponse> renewRecoveryCodes(
        io.platonic.identity.v1.RenewRecoveryCodesRequest request) {
      return io.grpc.stub.ClientCalls.futureUnaryCall(
          getChannel().newCall(getRenewRecoveryCodesMethod(), getCallOptions()), request);
    }

    /**
     * <pre>
     * Reads the level of an identity, its factors, and what the next level still requires.
     * </pre>
     */
    public com.google.common.util.concurrent.ListenableFuture<io.platonic.identity.v1.GetVerificationStatusResponse> getVerificationStatus(
        io.platonic.identity.v1.GetVerificationStatusRequest request) {
      return io.grpc.stub.ClientCalls.futureUnaryCall(
          getChannel().newCall(getGetVerificationStatusMethod(), getCallOptions()), request);
    }

    /**
     * <pre>
     * Moves an identity to the next level if all of its requirements are proven, or down to any lower level. Moving down
     * ends the identity's sessions. A request for the level that it has changes nothing.
     * </pre>
     */
    public com.google.common.util.concurrent.ListenableFuture<io.platonic.identity.v1.RequestLevelResponse> requestLevel(
        io.platonic.identity.v1.RequestLevelRequest request) {
      return io.grpc.stub.ClientCalls.futureUnaryCall(
          getChannel().newCall(getRequestLevelMethod(), getCallOptions()), request);
    }
  }

  private static final int METHODID_REQUEST_CHALLENGE = 0;
  private static final int METHODID_SUBMIT_RESPONSE = 1;
  private static final int METHODID_LIST_CHALLENGES = 2;
  private static final int METHODID_UNLOCK_FACTOR = 3;
  private static final int METHODID_RENEW_RECOVERY_CODES = 4;
  private static final int METHODID_GET_VERIFICATION_STATUS = 5;
  private static final int METHODID_REQUEST_LEVEL = 6;

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
        case METHODID_REQUEST_CHALLENGE:
          serviceImpl.requestChallenge((io.platonic.identity.v1.RequestChallengeRequest) request,
              (io.grpc.stub.StreamObserver<io.platonic.identity.v1.RequestChallengeResponse>) responseObserver);
          break;
        case METHODID_SUBMIT_RESPONSE:
          serviceImpl.submitResponse((io.platonic.identity.v1.SubmitResponseRequest) request,
              (io.grpc.stub.StreamObserver<io.platonic.identity.v1.SubmitResponseResponse>) responseObserver);
          break;
        case METHODID_LIST_CHALLENGES:
          serviceImpl.listChallenges((io.platonic.identity.v1.ListChallengesRequest) request,
              (io.grpc.stub.StreamObserver<io.platonic.identity.v1.ListChallengesResponse>) responseObserver);
          break;
        case METHODID_UNLOCK_FACTOR:
          serviceImpl.unlockFactor((io.platonic.identity.v1.UnlockFactorRequest) request,
              (io.grpc.stub.StreamObserver<io.platonic.identity.v1.UnlockFactorResponse>) responseObserver);
          break;
        case METHODID_RENEW_RECOVERY_CODES:
          serviceImpl.renewRecoveryCodes((io.platonic.identity.v1.RenewRecoveryCodesRequest) request,
              (io.grpc.stub.StreamObserver<io.platonic.identity.v1.RenewRecoveryCodesResponse>) responseObserver);
          break;
        case METHODID_GET_VERIFICATION_STATUS:
          serviceImpl.getVerificationStatus((io.platonic.identity.v1.GetVerificationStatusRequest) request,
              (io.grpc.stub.StreamObserver<io.platonic.identity.v1.GetVerificationStatusResponse>) responseObserver);
          break;
        case METHODID_REQUEST_LEVEL:
          serviceImpl.requestLevel((io.platonic.identity.v1.RequestLevelRequest) request,
              (io.grpc.stub.StreamObserver<io.platonic.identity.v1.RequestLevelResponse>) responseObserver);
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
          getRequestChallengeMethod(),
          io.grpc.stub.ServerCalls.asyncUnaryCall(
            new MethodHandlers<
              io.platonic.identity.v1.RequestChallengeRequest,
              io.platonic.identity.v1.RequestChallengeResponse>(
                service, METHODID_REQUEST_CHALLENGE)))
        .addMethod(
          getSubmitResponseMethod(),
          io.grpc.stub.ServerCalls.asyncUnaryCall(
            new MethodHandlers<
              io.platonic.identity.v1.SubmitResponseRequest,
              io.platonic.identity.v1.SubmitResponseResponse>(
                service, METHODID_SUBMIT_RESPONSE)))
        .addMethod(
          getListChallengesMethod(),
          io.grpc.stub.ServerCalls.asyncUnaryCall(
            new MethodHandlers<
              io.platonic.identity.v1.ListChallengesRequest,
              io.platonic.identity.v1.ListChallengesResponse>(
                service, METHODID_LIST_CHALLENGES)))
        .addMethod(
          getUnlockFactorMethod(),
          io.grpc.stub.ServerCalls.asyncUnaryCall(
            new MethodHandlers<
              io.platonic.identity.v1.UnlockFactorRequest,
              io.platonic.identity.v1.UnlockFactorResponse>(
                service, METHODID_UNLOCK_FACTOR)))
        .addMethod(
          getRenewRecoveryCodesMethod(),
          io.grpc.stub.ServerCalls.asyncUnaryCall(
            new MethodHandlers<
              io.platonic.identity.v1.RenewRecoveryCodesRequest,
              io.platonic.identity.v1.RenewRecoveryCodesResponse>(
                service, METHODID_RENEW_RECOVERY_CODES)))
        .addMethod(
          getGetVerificationStatusMethod(),
          io.grpc.stub.ServerCalls.asyncUnaryCall(
            new MethodHandlers<
              io.platonic.identity.v1.GetVerificationStatusRequest,
              io.platonic.identity.v1.GetVerificationStatusResponse>(
                service, METHODID_GET_VERIFICATION_STATUS)))
        .addMethod(
          getRequestLevelMethod(),
          io.grpc.stub.ServerCalls.asyncUnaryCall(
            new MethodHandlers<
              io.platonic.identity.v1.RequestLevelRequest,
              io.platonic.identity.v1.RequestLevelResponse>(
                service, METHODID_REQUEST_LEVEL)))
        .build();
  }

  private static abstract class VerificationServiceBaseDescriptorSupplier
      implements io.grpc.protobuf.ProtoFileDescriptorSupplier, io.grpc.protobuf.ProtoServiceDescriptorSupplier {
    VerificationServiceBaseDescriptorSupplier() {}

    @java.lang.Override
    public com.google.protobuf.Descriptors.FileDescriptor getFileDescriptor() {
      return io.platonic.identity.v1.VerificationServiceProto.getDescriptor();
    }

    @java.lang.Override
    public com.google.protobuf.Descriptors.ServiceDescriptor getServiceDescriptor() {
      return getFileDescriptor().findServiceByName("VerificationService");
    }
  }

  private static final class VerificationServiceFileDescriptorSupplier
      extends VerificationServiceBaseDescriptorSupplier {
    VerificationServiceFileDescriptorSupplier() {}
  }

  private static final class VerificationServiceMethodDescriptorSupplier
      extends VerificationServiceBaseDescriptorSupplier
      implements io.grpc.protobuf.ProtoMethodDescriptorSupplier {
    private final java.lang.String methodName;

    VerificationServiceMethodDescriptorSupplier(java.lang.String methodName) {
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
      synchronized (VerificationServiceGrpc.class) {
        result = serviceDescriptor;
        if (result == null) {
          serviceDescriptor = result = io.grpc.ServiceDescriptor.newBuilder(SERVICE_NAME)
              .setSchemaDescriptor(new VerificationServiceFileDescriptorSupplier())
              .addMethod(getRequestChallengeMethod())
              .addMethod(getSubmitResponseMethod())
              .addMethod(getListChallengesMethod())
              .addMethod(getUnlockFactorMethod())
              .addMethod(getRenewRecoveryCodesMethod())
              .addMethod(getGetVerificationStatusMethod())
              .addMethod(getRequestLevelMethod())
              .build();
        }
      }
    }
    return result;
  }
}
