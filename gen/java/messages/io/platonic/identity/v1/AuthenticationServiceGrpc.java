package io.platonic.identity.v1;

import static io.grpc.MethodDescriptor.generateFullMethodName;

/**
 * <pre>
 * Authentication by a rotating signed token, and the sessions that it opens.
 * </pre>
 */
@io.grpc.stub.annotations.GrpcGenerated
public final class AuthenticationServiceGrpc {

  private AuthenticationServiceGrpc() {}

  public static final java.lang.String SERVICE_NAME = "identity.v1.AuthenticationService";

  // Static method descriptors that strictly reflect the proto.
  private static volatile io.grpc.MethodDescriptor<io.platonic.identity.v1.CreateChallengeRequest,
      io.platonic.identity.v1.CreateChallengeResponse> getCreateChallengeMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "CreateChallenge",
      requestType = io.platonic.identity.v1.CreateChallengeRequest.class,
      responseType = io.platonic.identity.v1.CreateChallengeResponse.class,
      methodType = io.grpc.MethodDescriptor.MethodType.UNARY)
  public static io.grpc.MethodDescriptor<io.platonic.identity.v1.CreateChallengeRequest,
      io.platonic.identity.v1.CreateChallengeResponse> getCreateChallengeMethod() {
    io.grpc.MethodDescriptor<io.platonic.identity.v1.CreateChallengeRequest, io.platonic.identity.v1.CreateChallengeResponse> getCreateChallengeMethod;
    if ((getCreateChallengeMethod = AuthenticationServiceGrpc.getCreateChallengeMethod) == null) {
      synchronized (AuthenticationServiceGrpc.class) {
        if ((getCreateChallengeMethod = AuthenticationServiceGrpc.getCreateChallengeMethod) == null) {
          AuthenticationServiceGrpc.getCreateChallengeMethod = getCreateChallengeMethod =
              io.grpc.MethodDescriptor.<io.platonic.identity.v1.CreateChallengeRequest, io.platonic.identity.v1.CreateChallengeResponse>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.UNARY)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "CreateChallenge"))
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.platonic.identity.v1.CreateChallengeRequest.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.platonic.identity.v1.CreateChallengeResponse.getDefaultInstance()))
              .setSchemaDescriptor(new AuthenticationServiceMethodDescriptorSupplier("CreateChallenge"))
              .build();
        }
      }
    }
    return getCreateChallengeMethod;
  }

  private static volatile io.grpc.MethodDescriptor<io.platonic.identity.v1.RequestTokenRequest,
      io.platonic.identity.v1.RequestTokenResponse> getRequestTokenMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "RequestToken",
      requestType = io.platonic.identity.v1.RequestTokenRequest.class,
      responseType = io.platonic.identity.v1.RequestTokenResponse.class,
      methodType = io.grpc.MethodDescriptor.MethodType.UNARY)
  public static io.grpc.MethodDescriptor<io.platonic.identity.v1.RequestTokenRequest,
      io.platonic.identity.v1.RequestTokenResponse> getRequestTokenMethod() {
    io.grpc.MethodDescriptor<io.platonic.identity.v1.RequestTokenRequest, io.platonic.identity.v1.RequestTokenResponse> getRequestTokenMethod;
    if ((getRequestTokenMethod = AuthenticationServiceGrpc.getRequestTokenMethod) == null) {
      synchronized (AuthenticationServiceGrpc.class) {
        if ((getRequestTokenMethod = AuthenticationServiceGrpc.getRequestTokenMethod) == null) {
          AuthenticationServiceGrpc.getRequestTokenMethod = getRequestTokenMethod =
              io.grpc.MethodDescriptor.<io.platonic.identity.v1.RequestTokenRequest, io.platonic.identity.v1.RequestTokenResponse>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.UNARY)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "RequestToken"))
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.platonic.identity.v1.RequestTokenRequest.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.platonic.identity.v1.RequestTokenResponse.getDefaultInstance()))
              .setSchemaDescriptor(new AuthenticationServiceMethodDescriptorSupplier("RequestToken"))
              .build();
        }
      }
    }
    return getRequestTokenMethod;
  }

  private static volatile io.grpc.MethodDescriptor<io.platonic.identity.v1.AuthenticateRequest,
      io.platonic.identity.v1.AuthenticateResponse> getAuthenticateMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "Authenticate",
      requestType = io.platonic.identity.v1.AuthenticateRequest.class,
      responseType = io.platonic.identity.v1.AuthenticateResponse.class,
      methodType = io.grpc.MethodDescriptor.MethodType.UNARY)
  public static io.grpc.MethodDescriptor<io.platonic.identity.v1.AuthenticateRequest,
      io.platonic.identity.v1.AuthenticateResponse> getAuthenticateMethod() {
    io.grpc.MethodDescriptor<io.platonic.identity.v1.AuthenticateRequest, io.platonic.identity.v1.AuthenticateResponse> getAuthenticateMethod;
    if ((getAuthenticateMethod = AuthenticationServiceGrpc.getAuthenticateMethod) == null) {
      synchronized (AuthenticationServiceGrpc.class) {
        if ((getAuthenticateMethod = AuthenticationServiceGrpc.getAuthenticateMethod) == null) {
          AuthenticationServiceGrpc.getAuthenticateMethod = getAuthenticateMethod =
              io.grpc.MethodDescriptor.<io.platonic.identity.v1.AuthenticateRequest, io.platonic.identity.v1.AuthenticateResponse>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.UNARY)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "Authenticate"))
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.platonic.identity.v1.AuthenticateRequest.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.platonic.identity.v1.AuthenticateResponse.getDefaultInstance()))
              .setSchemaDescriptor(new AuthenticationServiceMethodDescriptorSupplier("Authenticate"))
              .build();
        }
      }
    }
    return getAuthenticateMethod;
  }

  private static volatile io.grpc.MethodDescriptor<io.platonic.identity.v1.LogoutRequest,
      io.platonic.identity.v1.LogoutResponse> getLogoutMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "Logout",
      requestType = io.platonic.identity.v1.LogoutRequest.class,
      responseType = io.platonic.identity.v1.LogoutResponse.class,
      methodType = io.grpc.MethodDescriptor.MethodType.UNARY)
  public static io.grpc.MethodDescriptor<io.platonic.identity.v1.LogoutRequest,
      io.platonic.identity.v1.LogoutResponse> getLogoutMethod() {
    io.grpc.MethodDescriptor<io.platonic.identity.v1.LogoutRequest, io.platonic.identity.v1.LogoutResponse> getLogoutMethod;
    if ((getLogoutMethod = AuthenticationServiceGrpc.getLogoutMethod) == null) {
      synchronized (AuthenticationServiceGrpc.class) {
        if ((getLogoutMethod = AuthenticationServiceGrpc.getLogoutMethod) == null) {
          AuthenticationServiceGrpc.getLogoutMethod = getLogoutMethod =
              io.grpc.MethodDescriptor.<io.platonic.identity.v1.LogoutRequest, io.platonic.identity.v1.LogoutResponse>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.UNARY)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "Logout"))
              .setIdempotent(true)
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.platonic.identity.v1.LogoutRequest.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.platonic.identity.v1.LogoutResponse.getDefaultInstance()))
              .setSchemaDescriptor(new AuthenticationServiceMethodDescriptorSupplier("Logout"))
              .build();
        }
      }
    }
    return getLogoutMethod;
  }

  private static volatile io.grpc.MethodDescriptor<io.platonic.identity.v1.IssueJwtRequest,
      io.platonic.identity.v1.IssueJwtResponse> getIssueJwtMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "IssueJwt",
      requestType = io.platonic.identity.v1.IssueJwtRequest.class,
      responseType = io.platonic.identity.v1.IssueJwtResponse.class,
      methodType = io.grpc.MethodDescriptor.MethodType.UNARY)
  public static io.grpc.MethodDescriptor<io.platonic.identity.v1.IssueJwtRequest,
      io.platonic.identity.v1.IssueJwtResponse> getIssueJwtMethod() {
    io.grpc.MethodDescriptor<io.platonic.identity.v1.IssueJwtRequest, io.platonic.identity.v1.IssueJwtResponse> getIssueJwtMethod;
    if ((getIssueJwtMethod = AuthenticationServiceGrpc.getIssueJwtMethod) == null) {
      synchronized (AuthenticationServiceGrpc.class) {
        if ((getIssueJwtMethod = AuthenticationServiceGrpc.getIssueJwtMethod) == null) {
          AuthenticationServiceGrpc.getIssueJwtMethod = getIssueJwtMethod =
              io.grpc.MethodDescriptor.<io.platonic.identity.v1.IssueJwtRequest, io.platonic.identity.v1.IssueJwtResponse>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.UNARY)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "IssueJwt"))
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.platonic.identity.v1.IssueJwtRequest.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.platonic.identity.v1.IssueJwtResponse.getDefaultInstance()))
              .setSchemaDescriptor(new AuthenticationServiceMethodDescriptorSupplier("IssueJwt"))
              .build();
        }
      }
    }
    return getIssueJwtMethod;
  }

  private static volatile io.grpc.MethodDescriptor<io.platonic.identity.v1.ListSessionsRequest,
      io.platonic.identity.v1.ListSessionsResponse> getListSessionsMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "ListSessions",
      requestType = io.platonic.identity.v1.ListSessionsRequest.class,
      responseType = io.platonic.identity.v1.ListSessionsResponse.class,
      methodType = io.grpc.MethodDescriptor.MethodType.UNARY)
  public static io.grpc.MethodDescriptor<io.platonic.identity.v1.ListSessionsRequest,
      io.platonic.identity.v1.ListSessionsResponse> getListSessionsMethod() {
    io.grpc.MethodDescriptor<io.platonic.identity.v1.ListSessionsRequest, io.platonic.identity.v1.ListSessionsResponse> getListSessionsMethod;
    if ((getListSessionsMethod = AuthenticationServiceGrpc.getListSessionsMethod) == null) {
      synchronized (AuthenticationServiceGrpc.class) {
        if ((getListSessionsMethod = AuthenticationServiceGrpc.getListSessionsMethod) == null) {
          AuthenticationServiceGrpc.getListSessionsMethod = getListSessionsMethod =
              io.grpc.MethodDescriptor.<io.platonic.identity.v1.ListSessionsRequest, io.platonic.identity.v1.ListSessionsResponse>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.UNARY)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "ListSessions"))
              .setSafe(true)
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.platonic.identity.v1.ListSessionsRequest.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.platonic.identity.v1.ListSessionsResponse.getDefaultInstance()))
              .setSchemaDescriptor(new AuthenticationServiceMethodDescriptorSupplier("ListSessions"))
              .build();
        }
      }
    }
    return getListSessionsMethod;
  }

  private static volatile io.grpc.MethodDescriptor<io.platonic.identity.v1.RevokeSessionRequest,
      io.platonic.identity.v1.RevokeSessionResponse> getRevokeSessionMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "RevokeSession",
      requestType = io.platonic.identity.v1.RevokeSessionRequest.class,
      responseType = io.platonic.identity.v1.RevokeSessionResponse.class,
      methodType = io.grpc.MethodDescriptor.MethodType.UNARY)
  public static io.grpc.MethodDescriptor<io.platonic.identity.v1.RevokeSessionRequest,
      io.platonic.identity.v1.RevokeSessionResponse> getRevokeSessionMethod() {
    io.grpc.MethodDescriptor<io.platonic.identity.v1.RevokeSessionRequest, io.platonic.identity.v1.RevokeSessionResponse> getRevokeSessionMethod;
    if ((getRevokeSessionMethod = AuthenticationServiceGrpc.getRevokeSessionMethod) == null) {
      synchronized (AuthenticationServiceGrpc.class) {
        if ((getRevokeSessionMethod = AuthenticationServiceGrpc.getRevokeSessionMethod) == null) {
          AuthenticationServiceGrpc.getRevokeSessionMethod = getRevokeSessionMethod =
              io.grpc.MethodDescriptor.<io.platonic.identity.v1.RevokeSessionRequest, io.platonic.identity.v1.RevokeSessionResponse>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.UNARY)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "RevokeSession"))
              .setIdempotent(true)
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.platonic.identity.v1.RevokeSessionRequest.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.platonic.identity.v1.RevokeSessionResponse.getDefaultInstance()))
              .setSchemaDescriptor(new AuthenticationServiceMethodDescriptorSupplier("RevokeSession"))
              .build();
        }
      }
    }
    return getRevokeSessionMethod;
  }

  private static volatile io.grpc.MethodDescriptor<io.platonic.identity.v1.RevokeAllSessionsRequest,
      io.platonic.identity.v1.RevokeAllSessionsResponse> getRevokeAllSessionsMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "RevokeAllSessions",
      requestType = io.platonic.identity.v1.RevokeAllSessionsRequest.class,
      responseType = io.platonic.identity.v1.RevokeAllSessionsResponse.class,
      methodType = io.grpc.MethodDescriptor.MethodType.UNARY)
  public static io.grpc.MethodDescriptor<io.platonic.identity.v1.RevokeAllSessionsRequest,
      io.platonic.identity.v1.RevokeAllSessionsResponse> getRevokeAllSessionsMethod() {
    io.grpc.MethodDescriptor<io.platonic.identity.v1.RevokeAllSessionsRequest, io.platonic.identity.v1.RevokeAllSessionsResponse> getRevokeAllSessionsMethod;
    if ((getRevokeAllSessionsMethod = AuthenticationServiceGrpc.getRevokeAllSessionsMethod) == null) {
      synchronized (AuthenticationServiceGrpc.class) {
        if ((getRevokeAllSessionsMethod = AuthenticationServiceGrpc.getRevokeAllSessionsMethod) == null) {
          AuthenticationServiceGrpc.getRevokeAllSessionsMethod = getRevokeAllSessionsMethod =
              io.grpc.MethodDescriptor.<io.platonic.identity.v1.RevokeAllSessionsRequest, io.platonic.identity.v1.RevokeAllSessionsResponse>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.UNARY)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "RevokeAllSessions"))
              .setIdempotent(true)
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.platonic.identity.v1.RevokeAllSessionsRequest.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.platonic.identity.v1.RevokeAllSessionsResponse.getDefaultInstance()))
              .setSchemaDescriptor(new AuthenticationServiceMethodDescriptorSupplier("RevokeAllSessions"))
              .build();
        }
      }
    }
    return getRevokeAllSessionsMethod;
  }

  private static volatile io.grpc.MethodDescriptor<io.platonic.identity.v1.ListAuthenticationEventsRequest,
      io.platonic.identity.v1.ListAuthenticationEventsResponse> getListAuthenticationEventsMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "ListAuthenticationEvents",
      requestType = io.platonic.identity.v1.ListAuthenticationEventsRequest.class,
      responseType = io.platonic.identity.v1.ListAuthenticationEventsResponse.class,
      methodType = io.grpc.MethodDescriptor.MethodType.UNARY)
  public static io.grpc.MethodDescriptor<io.platonic.identity.v1.ListAuthenticationEventsRequest,
      io.platonic.identity.v1.ListAuthenticationEventsResponse> getListAuthenticationEventsMethod() {
    io.grpc.MethodDescriptor<io.platonic.identity.v1.ListAuthenticationEventsRequest, io.platonic.identity.v1.ListAuthenticationEventsResponse> getListAuthenticationEventsMethod;
    if ((getListAuthenticationEventsMethod = AuthenticationServiceGrpc.getListAuthenticationEventsMethod) == null) {
      synchronized (AuthenticationServiceGrpc.class) {
        if ((getListAuthenticationEventsMethod = AuthenticationServiceGrpc.getListAuthenticationEventsMethod) == null) {
          AuthenticationServiceGrpc.getListAuthenticationEventsMethod = getListAuthenticationEventsMethod =
              io.grpc.MethodDescriptor.<io.platonic.identity.v1.ListAuthenticationEventsRequest, io.platonic.identity.v1.ListAuthenticationEventsResponse>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.UNARY)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "ListAuthenticationEvents"))
              .setSafe(true)
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.platonic.identity.v1.ListAuthenticationEventsRequest.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.platonic.identity.v1.ListAuthenticationEventsResponse.getDefaultInstance()))
              .setSchemaDescriptor(new AuthenticationServiceMethodDescriptorSupplier("ListAuthenticationEvents"))
              .build();
        }
      }
    }
    return getListAuthenticationEventsMethod;
  }

  /**
   * Creates a new async stub that supports all call types for the service
   */
  public static AuthenticationServiceStub newStub(io.grpc.Channel channel) {
    io.grpc.stub.AbstractStub.StubFactory<AuthenticationServiceStub> factory =
      new io.grpc.stub.AbstractStub.StubFactory<AuthenticationServiceStub>() {
        @java.lang.Override
        public AuthenticationServiceStub newStub(io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
          return new AuthenticationServiceStub(channel, callOptions);
        }
      };
    return AuthenticationServiceStub.newStub(factory, channel);
  }

  /**
   * Creates a new blocking-style stub that supports all types of calls on the service
   */
  public static AuthenticationServiceBlockingV2Stub newBlockingV2Stub(
      io.grpc.Channel channel) {
    io.grpc.stub.AbstractStub.StubFactory<AuthenticationServiceBlockingV2Stub> factory =
      new io.grpc.stub.AbstractStub.StubFactory<AuthenticationServiceBlockingV2Stub>() {
        @java.lang.Override
        public AuthenticationServiceBlockingV2Stub newStub(io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
          return new AuthenticationServiceBlockingV2Stub(channel, callOptions);
        }
      };
    return AuthenticationServiceBlockingV2Stub.newStub(factory, channel);
  }

  /**
   * Creates a new blocking-style stub that supports unary and streaming output calls on the service
   */
  public static AuthenticationServiceBlockingStub newBlockingStub(
      io.grpc.Channel channel) {
    io.grpc.stub.AbstractStub.StubFactory<AuthenticationServiceBlockingStub> factory =
      new io.grpc.stub.AbstractStub.StubFactory<AuthenticationServiceBlockingStub>() {
        @java.lang.Override
        public AuthenticationServiceBlockingStub newStub(io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
          return new AuthenticationServiceBlockingStub(channel, callOptions);
        }
      };
    return AuthenticationServiceBlockingStub.newStub(factory, channel);
  }

  /**
   * Creates a new ListenableFuture-style stub that supports unary calls on the service
   */
  public static AuthenticationServiceFutureStub newFutureStub(
      io.grpc.Channel channel) {
    io.grpc.stub.AbstractStub.StubFactory<AuthenticationServiceFutureStub> factory =
      new io.grpc.stub.AbstractStub.StubFactory<AuthenticationServiceFutureStub>() {
        @java.lang.Override
        public AuthenticationServiceFutureStub newStub(io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
          return new AuthenticationServiceFutureStub(channel, callOptions);
        }
      };
    return AuthenticationServiceFutureStub.newStub(factory, channel);
  }

  /**
   * <pre>
   * Authentication by a rotating signed token, and the sessions that it opens.
   * </pre>
   */
  public interface AsyncService {

    /**
     * <pre>
     * Returns what a client needs to mint a token: a nonce that the token may carry, its audience, and its rotation
     * window. A token with the nonce must keep to the request: its client, its scope if there is one, and its lifetime.
     * </pre>
     */
    default void createChallenge(io.platonic.identity.v1.CreateChallengeRequest request,
        io.grpc.stub.StreamObserver<io.platonic.identity.v1.CreateChallengeResponse> responseObserver) {
      io.grpc.stub.ServerCalls.asyncUnimplementedUnaryCall(getCreateChallengeMethod(), responseObserver);
    }

    /**
     * <pre>
     * Mints a token for an identity whose signing key is in the vault. A session that is opened by a token which another
     * session requested has no higher level, no more rights and no later end than that session, and ends with it.
     * </pre>
     */
    default void requestToken(io.platonic.identity.v1.RequestTokenRequest request,
        io.grpc.stub.StreamObserver<io.platonic.identity.v1.RequestTokenResponse> responseObserver) {
      io.grpc.stub.ServerCalls.asyncUnimplementedUnaryCall(getRequestTokenMethod(), responseObserver);
    }

    /**
     * <pre>
     * Verifies and consumes a token and opens a session. A rejected token is a successful call with `success` false.
     * </pre>
     */
    default void authenticate(io.platonic.identity.v1.AuthenticateRequest request,
        io.grpc.stub.StreamObserver<io.platonic.identity.v1.AuthenticateResponse> responseObserver) {
      io.grpc.stub.ServerCalls.asyncUnimplementedUnaryCall(getAuthenticateMethod(), responseObserver);
    }

    /**
     * <pre>
     * Ends the caller's session.
     * </pre>
     */
    default void logout(io.platonic.identity.v1.LogoutRequest request,
        io.grpc.stub.StreamObserver<io.platonic.identity.v1.LogoutResponse> responseObserver) {
      io.grpc.stub.ServerCalls.asyncUnimplementedUnaryCall(getLogoutMethod(), responseObserver);
    }

    /**
     * <pre>
     * Issues a short-lived JWT (RFC 7519) for the session, to be used with services that trust the keys at
     * `/.well-known/jwks.json`. It carries the permissions of the session and its level (claim `acr`), is for one service
     * alone, and cannot be revoked before it expires.
     * </pre>
     */
    default void issueJwt(io.platonic.identity.v1.IssueJwtRequest request,
        io.grpc.stub.StreamObserver<io.platonic.identity.v1.IssueJwtResponse> responseObserver) {
      io.grpc.stub.ServerCalls.asyncUnimplementedUnaryCall(getIssueJwtMethod(), responseObserver);
    }

    /**
     * <pre>
     * Lists the open sessions of an identity, newest first.
     * </pre>
     */
    default void listSessions(io.platonic.identity.v1.ListSessionsRequest request,
        io.grpc.stub.StreamObserver<io.platonic.identity.v1.ListSessionsResponse> responseObserver) {
      io.grpc.stub.ServerCalls.asyncUnimplementedUnaryCall(getListSessionsMethod(), responseObserver);
    }

    /**
     * <pre>
     * Ends a session, and those whose tokens it requested. Ending it again changes nothing.
     * </pre>
     */
    default void revokeSession(io.platonic.identity.v1.RevokeSessionRequest request,
        io.grpc.stub.StreamObserver<io.platonic.identity.v1.RevokeSessionResponse> responseObserver) {
      io.grpc.stub.ServerCalls.asyncUnimplementedUnaryCall(getRevokeSessionMethod(), responseObserver);
    }

    /**
     * <pre>
     * Ends all sessions of an identity.
     * </pre>
     */
    default void revokeAllSessions(io.platonic.identity.v1.RevokeAllSessionsRequest request,
        io.grpc.stub.StreamObserver<io.platonic.identity.v1.RevokeAllSessionsResponse> responseObserver) {
      io.grpc.stub.ServerCalls.asyncUnimplementedUnaryCall(getRevokeAllSessionsMethod(), responseObserver);
    }

    /**
     * <pre>
     * Lists the authentications of an identity, newest first.
     * </pre>
     */
    default void listAuthenticationEvents(io.platonic.identity.v1.ListAuthenticationEventsRequest request,
        io.grpc.stub.StreamObserver<io.platonic.identity.v1.ListAuthenticationEventsResponse> responseObserver) {
      io.grpc.stub.ServerCalls.asyncUnimplementedUnaryCall(getListAuthenticationEventsMethod(), responseObserver);
    }
  }

  /**
   * Base class for the server implementation of the service AuthenticationService.
   * <pre>
   * Authentication by a rotating signed token, and the sessions that it opens.
   * </pre>
   */
  public static abstract class AuthenticationServiceImplBase
      implements io.grpc.BindableService, AsyncService {

    @java.lang.Override public final io.grpc.ServerServiceDefinition bindService() {
      return AuthenticationServiceGrpc.bindService(this);
    }
  }

  /**
   * A stub to allow clients to do asynchronous rpc calls to service AuthenticationService.
   * <pre>
   * Authentication by a rotating signed token, and the sessions that it opens.
   * </pre>
   */
  public static final class AuthenticationServiceStub
      extends io.grpc.stub.AbstractAsyncStub<AuthenticationServiceStub> {
    private AuthenticationServiceStub(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      super(channel, callOptions);
    }

    @java.lang.Override
    protected AuthenticationServiceStub build(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      return new AuthenticationServiceStub(channel, callOptions);
    }

    /**
     * <pre>
     * Returns what a client needs to mint a token: a nonce that the token may carry, its audience, and its rotation
     * window. A token with the nonce must keep to the request: its client, its scope if there is one, and its lifetime.
     * </pre>
     */
    public void createChallenge(io.platonic.identity.v1.CreateChallengeRequest request,
        io.grpc.stub.StreamObserver<io.platonic.identity.v1.CreateChallengeResponse> responseObserver) {
      io.grpc.stub.ClientCalls.asyncUnaryCall(
          getChannel().newCall(getCreateChallengeMethod(), getCallOptions()), request, responseObserver);
    }

    /**
     * <pre>
     * Mints a token for an identity whose signing key is in the vault. A session that is opened by a token which another
     * session requested has no higher level, no more rights and no later end than that session, and ends with it.
     * </pre>
     */
    public void requestToken(io.platonic.identity.v1.RequestTokenRequest request,
        io.grpc.stub.StreamObserver<io.platonic.identity.v1.RequestTokenResponse> responseObserver) {
      io.grpc.stub.ClientCalls.asyncUnaryCall(
          getChannel().newCall(getRequestTokenMethod(), getCallOptions()), request, responseObserver);
    }

    /**
     * <pre>
     * Verifies and consumes a token and opens a session. A rejected token is a successful call with `success` false.
     * </pre>
     */
    public void authenticate(io.platonic.identity.v1.AuthenticateRequest request,
        io.grpc.stub.StreamObserver<io.platonic.identity.v1.AuthenticateResponse> responseObserver) {
      io.grpc.stub.ClientCalls.asyncUnaryCall(
          getChannel().newCall(getAuthenticateMethod(), getCallOptions()), request, responseObserver);
    }

    /**
     * <pre>
     * Ends the caller's session.
     * </pre>
     */
    public void logout(io.platonic.identity.v1.LogoutRequest request,
        io.grpc.stub.StreamObserver<io.platonic.identity.v1.LogoutResponse> responseObserver) {
      io.grpc.stub.ClientCalls.asyncUnaryCall(
          getChannel().newCall(getLogoutMethod(), getCallOptions()), request, responseObserver);
    }

    /**
     * <pre>
     * Issues a short-lived JWT (RFC 7519) for the session, to be used with services that trust the keys at
     * `/.well-known/jwks.json`. It carries the permissions of the session and its level (claim `acr`), is for one service
     * alone, and cannot be revoked before it expires.
     * </pre>
     */
    public void issueJwt(io.platonic.identity.v1.IssueJwtRequest request,
        io.grpc.stub.StreamObserver<io.platonic.identity.v1.IssueJwtResponse> responseObserver) {
      io.grpc.stub.ClientCalls.asyncUnaryCall(
          getChannel().newCall(getIssueJwtMethod(), getCallOptions()), request, responseObserver);
    }

    /**
     * <pre>
     * Lists the open sessions of an identity, newest first.
     * </pre>
     */
    public void listSessions(io.platonic.identity.v1.ListSessionsRequest request,
        io.grpc.stub.StreamObserver<io.platonic.identity.v1.ListSessionsResponse> responseObserver) {
      io.grpc.stub.ClientCalls.asyncUnaryCall(
          getChannel().newCall(getListSessionsMethod(), getCallOptions()), request, responseObserver);
    }

    /**
     * <pre>
     * Ends a session, and those whose tokens it requested. Ending it again changes nothing.
     * </pre>
     */
    public void revokeSession(io.platonic.identity.v1.RevokeSessionRequest request,
        io.grpc.stub.StreamObserver<io.platonic.identity.v1.RevokeSessionResponse> responseObserver) {
      io.grpc.stub.ClientCalls.asyncUnaryCall(
          getChannel().newCall(getRevokeSessionMethod(), getCallOptions()), request, responseObserver);
    }

    /**
     * <pre>
     * Ends all sessions of an identity.
     * </pre>
     */
    public void revokeAllSessions(io.platonic.identity.v1.RevokeAllSessionsRequest request,
        io.grpc.stub.StreamObserver<io.platonic.identity.v1.RevokeAllSessionsResponse> responseObserver) {
      io.grpc.stub.ClientCalls.asyncUnaryCall(
          getChannel().newCall(getRevokeAllSessionsMethod(), getCallOptions()), request, responseObserver);
    }

    /**
     * <pre>
     * Lists the authentications of an identity, newest first.
     * </pre>
     */
    public void listAuthenticationEvents(io.platonic.identity.v1.ListAuthenticationEventsRequest request,
        io.grpc.stub.StreamObserver<io.platonic.identity.v1.ListAuthenticationEventsResponse> responseObserver) {
      io.grpc.stub.ClientCalls.asyncUnaryCall(
          getChannel().newCall(getListAuthenticationEventsMethod(), getCallOptions()), request, responseObserver);
    }
  }

  /**
   * A stub to allow clients to do synchronous rpc calls to service AuthenticationService.
   * <pre>
   * Authentication by a rotating signed token, and the sessions that it opens.
   * </pre>
   */
  public static final class AuthenticationServiceBlockingV2Stub
      extends io.grpc.stub.AbstractBlockingStub<AuthenticationServiceBlockingV2Stub> {
    private AuthenticationServiceBlockingV2Stub(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      super(channel, callOptions);
    }

    @java.lang.Override
    protected AuthenticationServiceBlockingV2Stub build(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      return new AuthenticationServiceBlockingV2Stub(channel, callOptions);
    }

    /**
     * <pre>
     * Returns what a client needs to mint a token: a nonce that the token may carry, its audience, and its rotation
     * window. A token with the nonce must keep to the request: its client, its scope if there is one, and its lifetime.
     * </pre>
     */
    public io.platonic.identity.v1.CreateChallengeResponse createChallenge(io.platonic.identity.v1.CreateChallengeRequest request) throws io.grpc.StatusException {
      return io.grpc.stub.ClientCalls.blockingV2UnaryCall(
          getChannel(), getCreateChallengeMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Mints a token for an identity whose signing key is in the vault. A session that is opened by a token which another
     * session requested has no higher level, no more rights and no later end than that session, and ends with it.
     * </pre>
     */
    public io.platonic.identity.v1.RequestTokenResponse requestToken(io.platonic.identity.v1.RequestTokenRequest request) throws io.grpc.StatusException {
      return io.grpc.stub.ClientCalls.blockingV2UnaryCall(
          getChannel(), getRequestTokenMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Verifies and consumes a token and opens a session. A rejected token is a successful call with `success` false.
     * </pre>
     */
    public io.platonic.identity.v1.AuthenticateResponse authenticate(io.platonic.identity.v1.AuthenticateRequest request) throws io.grpc.StatusException {
      return io.grpc.stub.ClientCalls.blockingV2UnaryCall(
          getChannel(), getAuthenticateMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Ends the caller's session.
     * </pre>
     */
    public io.platonic.identity.v1.LogoutResponse logout(io.platonic.identity.v1.LogoutRequest request) throws io.grpc.StatusException {
      return io.grpc.stub.ClientCalls.blockingV2UnaryCall(
          getChannel(), getLogoutMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Issues a short-lived JWT (RFC 7519) for the session, to be used with services that trust the keys at
     * `/.well-known/jwks.json`. It carries the permissions of the session and its level (claim `acr`), is for one service
     * alone, and cannot be revoked before it expires.
     * </pre>
     */
    public io.platonic.identity.v1.IssueJwtResponse issueJwt(io.platonic.identity.v1.IssueJwtRequest request) throws io.grpc.StatusException {
      return io.grpc.stub.ClientCalls.blockingV2UnaryCall(
          getChannel(), getIssueJwtMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Lists the open sessions of an identity, newest first.
     * </pre>
     */
    public io.platonic.identity.v1.ListSessionsResponse listSessions(io.platonic.identity.v1.ListSessionsRequest request) throws io.grpc.StatusException {
      return io.grpc.stub.ClientCalls.blockingV2UnaryCall(
          getChannel(), getListSessionsMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Ends a session, and those whose tokens it requested. Ending it again changes nothing.
     * </pre>
     */
    public io.platonic.identity.v1.RevokeSessionResponse revokeSession(io.platonic.identity.v1.RevokeSessionRequest request) throws io.grpc.StatusException {
      return io.grpc.stub.ClientCalls.blockingV2UnaryCall(
          getChannel(), getRevokeSessionMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Ends all sessions of an identity.
     * </pre>
     */
    public io.platonic.identity.v1.RevokeAllSessionsResponse revokeAllSessions(io.platonic.identity.v1.RevokeAllSessionsRequest request) throws io.grpc.StatusException {
      return io.grpc.stub.ClientCalls.blockingV2UnaryCall(
          getChannel(), getRevokeAllSessionsMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Lists the authentications of an identity, newest first.
     * </pre>
     */
    public io.platonic.identity.v1.ListAuthenticationEventsResponse listAuthenticationEvents(io.platonic.identity.v1.ListAuthenticationEventsRequest request) throws io.grpc.StatusException {
      return io.grpc.stub.ClientCalls.blockingV2UnaryCall(
          getChannel(), getListAuthenticationEventsMethod(), getCallOptions(), request);
    }
  }

  /**
   * A stub to allow clients to do limited synchronous rpc calls to service AuthenticationService.
   * <pre>
   * Authentication by a rotating signed token, and the sessions that it opens.
   * </pre>
   */
  public static final class AuthenticationServiceBlockingStub
      extends io.grpc.stub.AbstractBlockingStub<AuthenticationServiceBlockingStub> {
    private AuthenticationServiceBlockingStub(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      super(channel, callOptions);
    }

    @java.lang.Override
    protected AuthenticationServiceBlockingStub build(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      return new AuthenticationServiceBlockingStub(channel, callOptions);
    }

    /**
     * <pre>
     * Returns what a client needs to mint a token: a nonce that the token may carry, its audience, and its rotation
     * window. A token with the nonce must keep to the request: its client, its scope if there is one, and its lifetime.
     * </pre>
     */
    public io.platonic.identity.v1.CreateChallengeResponse createChallenge(io.platonic.identity.v1.CreateChallengeRequest request) {
      return io.grpc.stub.ClientCalls.blockingUnaryCall(
          getChannel(), getCreateChallengeMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Mints a token for an identity whose signing key is in the vault. A session that is opened by a token which another
     * session requested has no higher level, no more rights and no later end than that session, and ends with it.
     * </pre>
     */
    public io.platonic.identity.v1.RequestTokenResponse requestToken(io.platonic.identity.v1.RequestTokenRequest request) {
      return io.grpc.stub.ClientCalls.blockingUnaryCall(
          getChannel(), getRequestTokenMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Verifies and consumes a token and opens a session. A rejected token is a successful call with `success` false.
     * </pre>
     */
    public io.platonic.identity.v1.AuthenticateResponse authenticate(io.platonic.identity.v1.AuthenticateRequest request) {
      return io.grpc.stub.ClientCalls.blockingUnaryCall(
          getChannel(), getAuthenticateMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Ends the caller's session.
     * </pre>
     */
    public io.platonic.identity.v1.LogoutResponse logout(io.platonic.identity.v1.LogoutRequest request) {
      return io.grpc.stub.ClientCalls.blockingUnaryCall(
          getChannel(), getLogoutMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Issues a short-lived JWT (RFC 7519) for the session, to be used with services that trust the keys at
     * `/.well-known/jwks.json`. It carries the permissions of the session and its level (claim `acr`), is for one service
     * alone, and cannot be revoked before it expires.
     * </pre>
     */
    public io.platonic.identity.v1.IssueJwtResponse issueJwt(io.platonic.identity.v1.IssueJwtRequest request) {
      return io.grpc.stub.ClientCalls.blockingUnaryCall(
          getChannel(), getIssueJwtMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Lists the open sessions of an identity, newest first.
     * </pre>
     */
    public io.platonic.identity.v1.ListSessionsResponse listSessions(io.platonic.identity.v1.ListSessionsRequest request) {
      return io.grpc.stub.ClientCalls.blockingUnaryCall(
          getChannel(), getListSessionsMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Ends a session, and those whose tokens it requested. Ending it again changes nothing.
     * </pre>
     */
    public io.platonic.identity.v1.RevokeSessionResponse revokeSession(io.platonic.identity.v1.RevokeSessionRequest request) {
      return io.grpc.stub.ClientCalls.blockingUnaryCall(
          getChannel(), getRevokeSessionMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Ends all sessions of an identity.
     * </pre>
     */
    public io.platonic.identity.v1.RevokeAllSessionsResponse revokeAllSessions(io.platonic.identity.v1.RevokeAllSessionsRequest request) {
      return io.grpc.stub.ClientCalls.blockingUnaryCall(
          getChannel(), getRevokeAllSessionsMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Lists the authentications of an identity, newest first.
     * </pre>
     */
    public io.platonic.identity.v1.ListAuthenticationEventsResponse listAuthenticationEvents(io.platonic.identity.v1.ListAuthenticationEventsRequest request) {
      return io.grpc.stub.ClientCalls.blockingUnaryCall(
          getChannel(), getListAuthenticationEventsMethod(), getCallOptions(), request);
    }
  }

  /**
   * A stub to allow clients to do ListenableFuture-style rpc calls to service AuthenticationService.
   * <pre>
   * Authentication by a rotating signed token, and the sessions that it opens.
   * </pre>
   */
  public static final class AuthenticationServiceFutureStub
      extends io.grpc.stub.AbstractFutureStub<AuthenticationServiceFutureStub> {
    private AuthenticationServiceFutureStub(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      super(channel, callOptions);
    }

    @java.lang.Override
    protected AuthenticationServiceFutureStub build(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      return new AuthenticationServiceFutureStub(channel, callOptions);
    }

    /**
     * <pre>
     * Returns what a client needs to mint a token: a nonce that the token may carry, its audience, and its rotation
     * window. A token with the nonce must keep to the request: its client, its scope if there is one, and its lifetime.
     * </pre>
     */
    public com.google.common.util.concurrent.ListenableFuture<io.platonic.identity.v1.CreateChallengeResponse> createChallenge(
        io.platonic.identity.v1.CreateChallengeRequest request) {
      return io.grpc.stub.ClientCalls.futureUnaryCall(
          getChannel().newCall(getCreateChallengeMethod(), getCallOptions()), request);
    }

    /**
     * <pre>
     * Mints a token for an identity whose signing key is in the vault. A session that is opened by a token which another
     * session requested has no higher level, no more rights and no later end than that session, and ends with it.
     * </pre>
     */
    public com.google.common.util.concurrent.ListenableFuture<io.platonic.identity.v1.RequestTokenResponse> requestToken(
        io.platonic.identity.v1.RequestTokenRequest request) {
      return io.grpc.stub.ClientCalls.futureUnaryCall(
          getChannel().newCall(getRequestTokenMethod(), getCallOptions()), request);
    }

    /**
     * <pre>
     * Verifies and consumes a token and opens a session. A rejected token is a successful call with `success` false.
     * </pre>
     */
    public com.google.common.util.concurrent.ListenableFuture<io.platonic.identity.v1.AuthenticateResponse> authenticate(
        io.platonic.identity.v1.AuthenticateRequest request) {
      return io.grpc.stub.ClientCalls.futureUnaryCall(
          getChannel().newCall(getAuthenticateMethod(), getCallOptions()), request);
    }

    /**
     * <pre>
     * Ends the caller's session.
     * </pre>
     */
    public com.google.common.util.concurrent.ListenableFuture<io.platonic.identity.v1.LogoutResponse> logout(
        io.platonic.identity.v1.LogoutRequest request) {
      return io.grpc.stub.ClientCalls.futureUnaryCall(
          getChannel().newCall(getLogoutMethod(), getCallOptions()), request);
    }

    /**
     * <pre>
     * Issues a short-lived JWT (RFC 7519) for the session, to be used with services that trust the keys at
     * `/.well-known/jwks.json`. It carries the permissions of the session and its level (claim `acr`), is for one service
     * alone, and cannot be revoked before it expires.
     * </pre>
     */
    public com.google.common.util.concurrent.ListenableFuture<io.platonic.identity.v1.IssueJwtResponse> issueJwt(
        io.platonic.identity.v1.IssueJwtRequest request) {
      return io.grpc.stub.ClientCalls.futureUnaryCall(
          getChannel().newCall(getIssueJwtMethod(), getCallOptions()), request);
    }

    /**
     * <pre>
     * Lists the open sessions of an identity, newest first.
     * </pre>
     */
    public com.google.common.util.concurrent.ListenableFuture<io.platonic.identity.v1.ListSessionsResponse> listSessions(
        io.platonic.identity.v1.ListSessionsRequest request) {
      return io.grpc.stub.ClientCalls.futureUnaryCall(
          getChannel().newCall(getListSessionsMethod(), getCallOptions()), request);
    }

    /**
     * <pre>
     * Ends a session, and those whose tokens it requested. Ending it again changes nothing.
     * </pre>
     */
    public com.google.common.util.concurrent.ListenableFuture<io.platonic.identity.v1.RevokeSessionResponse> revokeSession(
        io.platonic.identity.v1.RevokeSessionRequest request) {
      return io.grpc.stub.ClientCalls.futureUnaryCall(
          getChannel().newCall(getRevokeSessionMethod(), getCallOptions()), request);
    }

    /**
     * <pre>
     * Ends all sessions of an identity.
     * </pre>
     */
    public com.google.common.util.concurrent.ListenableFuture<io.platonic.identity.v1.RevokeAllSessionsResponse> revokeAllSessions(
        io.platonic.identity.v1.RevokeAllSessionsRequest request) {
      return io.grpc.stub.ClientCalls.futureUnaryCall(
          getChannel().newCall(getRevokeAllSessionsMethod(), getCallOptions()), request);
    }

    /**
     * <pre>
     * Lists the authentications of an identity, newest first.
     * </pre>
     */
    public com.google.common.util.concurrent.ListenableFuture<io.platonic.identity.v1.ListAuthenticationEventsResponse> listAuthenticationEvents(
        io.platonic.identity.v1.ListAuthenticationEventsRequest request) {
      return io.grpc.stub.ClientCalls.futureUnaryCall(
          getChannel().newCall(getListAuthenticationEventsMethod(), getCallOptions()), request);
    }
  }

  private static final int METHODID_CREATE_CHALLENGE = 0;
  private static final int METHODID_REQUEST_TOKEN = 1;
  private static final int METHODID_AUTHENTICATE = 2;
  private static final int METHODID_LOGOUT = 3;
  private static final int METHODID_ISSUE_JWT = 4;
  private static final int METHODID_LIST_SESSIONS = 5;
  private static final int METHODID_REVOKE_SESSION = 6;
  private static final int METHODID_REVOKE_ALL_SESSIONS = 7;
  private static final int METHODID_LIST_AUTHENTICATION_EVENTS = 8;

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
        case METHODID_CREATE_CHALLENGE:
          serviceImpl.createChallenge((io.platonic.identity.v1.CreateChallengeRequest) request,
              (io.grpc.stub.StreamObserver<io.platonic.identity.v1.CreateChallengeResponse>) responseObserver);
          break;
        case METHODID_REQUEST_TOKEN:
          serviceImpl.requestToken((io.platonic.identity.v1.RequestTokenRequest) request,
              (io.grpc.stub.StreamObserver<io.platonic.identity.v1.RequestTokenResponse>) responseObserver);
          break;
        case METHODID_AUTHENTICATE:
          serviceImpl.authenticate((io.platonic.identity.v1.AuthenticateRequest) request,
              (io.grpc.stub.StreamObserver<io.platonic.identity.v1.AuthenticateResponse>) responseObserver);
          break;
        case METHODID_LOGOUT:
          serviceImpl.logout((io.platonic.identity.v1.LogoutRequest) request,
              (io.grpc.stub.StreamObserver<io.platonic.identity.v1.LogoutResponse>) responseObserver);
          break;
        case METHODID_ISSUE_JWT:
          serviceImpl.issueJwt((io.platonic.identity.v1.IssueJwtRequest) request,
              (io.grpc.stub.StreamObserver<io.platonic.identity.v1.IssueJwtResponse>) responseObserver);
          break;
        case METHODID_LIST_SESSIONS:
          serviceImpl.listSessions((io.platonic.identity.v1.ListSessionsRequest) request,
              (io.grpc.stub.StreamObserver<io.platonic.identity.v1.ListSessionsResponse>) responseObserver);
          break;
        case METHODID_REVOKE_SESSION:
          serviceImpl.revokeSession((io.platonic.identity.v1.RevokeSessionRequest) request,
              (io.grpc.stub.StreamObserver<io.platonic.identity.v1.RevokeSessionResponse>) responseObserver);
          break;
        case METHODID_REVOKE_ALL_SESSIONS:
          serviceImpl.revokeAllSessions((io.platonic.identity.v1.RevokeAllSessionsRequest) request,
              (io.grpc.stub.StreamObserver<io.platonic.identity.v1.RevokeAllSessionsResponse>) responseObserver);
          break;
        case METHODID_LIST_AUTHENTICATION_EVENTS:
          serviceImpl.listAuthenticationEvents((io.platonic.identity.v1.ListAuthenticationEventsRequest) request,
              (io.grpc.stub.StreamObserver<io.platonic.identity.v1.ListAuthenticationEventsResponse>) responseObserver);
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
          getCreateChallengeMethod(),
          io.grpc.stub.ServerCalls.asyncUnaryCall(
            new MethodHandlers<
              io.platonic.identity.v1.CreateChallengeRequest,
              io.platonic.identity.v1.CreateChallengeResponse>(
                service, METHODID_CREATE_CHALLENGE)))
        .addMethod(
          getRequestTokenMethod(),
          io.grpc.stub.ServerCalls.asyncUnaryCall(
            new MethodHandlers<
              io.platonic.identity.v1.RequestTokenRequest,
              io.platonic.identity.v1.RequestTokenResponse>(
                service, METHODID_REQUEST_TOKEN)))
        .addMethod(
          getAuthenticateMethod(),
          io.grpc.stub.ServerCalls.asyncUnaryCall(
            new MethodHandlers<
              io.platonic.identity.v1.AuthenticateRequest,
              io.platonic.identity.v1.AuthenticateResponse>(
                service, METHODID_AUTHENTICATE)))
        .addMethod(
          getLogoutMethod(),
          io.grpc.stub.ServerCalls.asyncUnaryCall(
            new MethodHandlers<
              io.platonic.identity.v1.LogoutRequest,
              io.platonic.identity.v1.LogoutResponse>(
                service, METHODID_LOGOUT)))
        .addMethod(
          getIssueJwtMethod(),
          io.grpc.stub.ServerCalls.asyncUnaryCall(
            new MethodHandlers<
              io.platonic.identity.v1.IssueJwtRequest,
              io.platonic.identity.v1.IssueJwtResponse>(
                service, METHODID_ISSUE_JWT)))
        .addMethod(
          getListSessionsMethod(),
          io.grpc.stub.ServerCalls.asyncUnaryCall(
            new MethodHandlers<
              io.platonic.identity.v1.ListSessionsRequest,
              io.platonic.identity.v1.ListSessionsResponse>(
                service, METHODID_LIST_SESSIONS)))
        .addMethod(
          getRevokeSessionMethod(),
          io.grpc.stub.ServerCalls.asyncUnaryCall(
            new MethodHandlers<
              io.platonic.identity.v1.RevokeSessionRequest,
              io.platonic.identity.v1.RevokeSessionResponse>(
                service, METHODID_REVOKE_SESSION)))
        .addMethod(
          getRevokeAllSessionsMethod(),
          io.grpc.stub.ServerCalls.asyncUnaryCall(
            new MethodHandlers<
              io.platonic.identity.v1.RevokeAllSessionsRequest,
              io.platonic.identity.v1.RevokeAllSessionsResponse>(
                service, METHODID_REVOKE_ALL_SESSIONS)))
        .addMethod(
          getListAuthenticationEventsMethod(),
          io.grpc.stub.ServerCalls.asyncUnaryCall(
            new MethodHandlers<
              io.platonic.identity.v1.ListAuthenticationEventsRequest,
              io.platonic.identity.v1.ListAuthenticationEventsResponse>(
                service, METHODID_LIST_AUTHENTICATION_EVENTS)))
        .build();
  }

  private static abstract class AuthenticationServiceBaseDescriptorSupplier
      implements io.grpc.protobuf.ProtoFileDescriptorSupplier, io.grpc.protobuf.ProtoServiceDescriptorSupplier {
    AuthenticationServiceBaseDescriptorSupplier() {}

    @java.lang.Override
    public com.google.protobuf.Descriptors.FileDescriptor getFileDescriptor() {
      return io.platonic.identity.v1.AuthenticationServiceProto.getDescriptor();
    }

    @java.lang.Override
    public com.google.protobuf.Descriptors.ServiceDescriptor getServiceDescriptor() {
      return getFileDescriptor().findServiceByName("AuthenticationService");
    }
  }

  private static final class AuthenticationServiceFileDescriptorSupplier
      extends AuthenticationServiceBaseDescriptorSupplier {
    AuthenticationServiceFileDescriptorSupplier() {}
  }

  private static final class AuthenticationServiceMethodDescriptorSupplier
      extends AuthenticationServiceBaseDescriptorSupplier
      implements io.grpc.protobuf.ProtoMethodDescriptorSupplier {
    private final java.lang.String methodName;

    AuthenticationServiceMethodDescriptorSupplier(java.lang.String methodName) {
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
      synchronized (AuthenticationServiceGrpc.class) {
        result = serviceDescriptor;
        if (result == null) {
          serviceDescriptor = result = io.grpc.ServiceDescriptor.newBuilder(SERVICE_NAME)
              .setSchemaDescriptor(new AuthenticationServiceFileDescriptorSupplier())
              .addMethod(getCreateChallengeMethod())
              .addMethod(getRequestTokenMethod())
              .addMethod(getAuthenticateMethod())
              .addMethod(getLogoutMethod())
              .addMethod(getIssueJwtMethod())
              .addMethod(getListSessionsMethod())
              .addMethod(getRevokeSessionMethod())
              .addMethod(getRevokeAllSessionsMethod())
              .addMethod(getListAuthenticationEventsMethod())
              .build();
        }
      }
    }
    return result;
  }
}
