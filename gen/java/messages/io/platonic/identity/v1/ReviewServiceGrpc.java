package io.platonic.identity.v1;

import static io.grpc.MethodDescriptor.generateFullMethodName;

/**
 * <pre>
 * Decisions of reviewers, third parties and administrators about identities. LEVEL_ENHANCED and higher levels require
 * them.
 * </pre>
 */
@io.grpc.stub.annotations.GrpcGenerated
public final class ReviewServiceGrpc {

  private ReviewServiceGrpc() {}

  public static final java.lang.String SERVICE_NAME = "identity.v1.ReviewService";

  // Static method descriptors that strictly reflect the proto.
  private static volatile io.grpc.MethodDescriptor<io.platonic.identity.v1.SubmitDocumentsRequest,
      io.platonic.identity.v1.SubmitDocumentsResponse> getSubmitDocumentsMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "SubmitDocuments",
      requestType = io.platonic.identity.v1.SubmitDocumentsRequest.class,
      responseType = io.platonic.identity.v1.SubmitDocumentsResponse.class,
      methodType = io.grpc.MethodDescriptor.MethodType.UNARY)
  public static io.grpc.MethodDescriptor<io.platonic.identity.v1.SubmitDocumentsRequest,
      io.platonic.identity.v1.SubmitDocumentsResponse> getSubmitDocumentsMethod() {
    io.grpc.MethodDescriptor<io.platonic.identity.v1.SubmitDocumentsRequest, io.platonic.identity.v1.SubmitDocumentsResponse> getSubmitDocumentsMethod;
    if ((getSubmitDocumentsMethod = ReviewServiceGrpc.getSubmitDocumentsMethod) == null) {
      synchronized (ReviewServiceGrpc.class) {
        if ((getSubmitDocumentsMethod = ReviewServiceGrpc.getSubmitDocumentsMethod) == null) {
          ReviewServiceGrpc.getSubmitDocumentsMethod = getSubmitDocumentsMethod =
              io.grpc.MethodDescriptor.<io.platonic.identity.v1.SubmitDocumentsRequest, io.platonic.identity.v1.SubmitDocumentsResponse>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.UNARY)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "SubmitDocuments"))
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.platonic.identity.v1.SubmitDocumentsRequest.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.platonic.identity.v1.SubmitDocumentsResponse.getDefaultInstance()))
              .setSchemaDescriptor(new ReviewServiceMethodDescriptorSupplier("SubmitDocuments"))
              .build();
        }
      }
    }
    return getSubmitDocumentsMethod;
  }

  private static volatile io.grpc.MethodDescriptor<io.platonic.identity.v1.ListCasesRequest,
      io.platonic.identity.v1.ListCasesResponse> getListCasesMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "ListCases",
      requestType = io.platonic.identity.v1.ListCasesRequest.class,
      responseType = io.platonic.identity.v1.ListCasesResponse.class,
      methodType = io.grpc.MethodDescriptor.MethodType.UNARY)
  public static io.grpc.MethodDescriptor<io.platonic.identity.v1.ListCasesRequest,
      io.platonic.identity.v1.ListCasesResponse> getListCasesMethod() {
    io.grpc.MethodDescriptor<io.platonic.identity.v1.ListCasesRequest, io.platonic.identity.v1.ListCasesResponse> getListCasesMethod;
    if ((getListCasesMethod = ReviewServiceGrpc.getListCasesMethod) == null) {
      synchronized (ReviewServiceGrpc.class) {
        if ((getListCasesMethod = ReviewServiceGrpc.getListCasesMethod) == null) {
          ReviewServiceGrpc.getListCasesMethod = getListCasesMethod =
              io.grpc.MethodDescriptor.<io.platonic.identity.v1.ListCasesRequest, io.platonic.identity.v1.ListCasesResponse>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.UNARY)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "ListCases"))
              .setSafe(true)
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.platonic.identity.v1.ListCasesRequest.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.platonic.identity.v1.ListCasesResponse.getDefaultInstance()))
              .setSchemaDescriptor(new ReviewServiceMethodDescriptorSupplier("ListCases"))
              .build();
        }
      }
    }
    return getListCasesMethod;
  }

  private static volatile io.grpc.MethodDescriptor<io.platonic.identity.v1.GetDocumentRequest,
      io.platonic.identity.v1.GetDocumentResponse> getGetDocumentMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "GetDocument",
      requestType = io.platonic.identity.v1.GetDocumentRequest.class,
      responseType = io.platonic.identity.v1.GetDocumentResponse.class,
      methodType = io.grpc.MethodDescriptor.MethodType.UNARY)
  public static io.grpc.MethodDescriptor<io.platonic.identity.v1.GetDocumentRequest,
      io.platonic.identity.v1.GetDocumentResponse> getGetDocumentMethod() {
    io.grpc.MethodDescriptor<io.platonic.identity.v1.GetDocumentRequest, io.platonic.identity.v1.GetDocumentResponse> getGetDocumentMethod;
    if ((getGetDocumentMethod = ReviewServiceGrpc.getGetDocumentMethod) == null) {
      synchronized (ReviewServiceGrpc.class) {
        if ((getGetDocumentMethod = ReviewServiceGrpc.getGetDocumentMethod) == null) {
          ReviewServiceGrpc.getGetDocumentMethod = getGetDocumentMethod =
              io.grpc.MethodDescriptor.<io.platonic.identity.v1.GetDocumentRequest, io.platonic.identity.v1.GetDocumentResponse>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.UNARY)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "GetDocument"))
              .setSafe(true)
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.platonic.identity.v1.GetDocumentRequest.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.platonic.identity.v1.GetDocumentResponse.getDefaultInstance()))
              .setSchemaDescriptor(new ReviewServiceMethodDescriptorSupplier("GetDocument"))
              .build();
        }
      }
    }
    return getGetDocumentMethod;
  }

  private static volatile io.grpc.MethodDescriptor<io.platonic.identity.v1.DecideCaseRequest,
      io.platonic.identity.v1.DecideCaseResponse> getDecideCaseMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "DecideCase",
      requestType = io.platonic.identity.v1.DecideCaseRequest.class,
      responseType = io.platonic.identity.v1.DecideCaseResponse.class,
      methodType = io.grpc.MethodDescriptor.MethodType.UNARY)
  public static io.grpc.MethodDescriptor<io.platonic.identity.v1.DecideCaseRequest,
      io.platonic.identity.v1.DecideCaseResponse> getDecideCaseMethod() {
    io.grpc.MethodDescriptor<io.platonic.identity.v1.DecideCaseRequest, io.platonic.identity.v1.DecideCaseResponse> getDecideCaseMethod;
    if ((getDecideCaseMethod = ReviewServiceGrpc.getDecideCaseMethod) == null) {
      synchronized (ReviewServiceGrpc.class) {
        if ((getDecideCaseMethod = ReviewServiceGrpc.getDecideCaseMethod) == null) {
          ReviewServiceGrpc.getDecideCaseMethod = getDecideCaseMethod =
              io.grpc.MethodDescriptor.<io.platonic.identity.v1.DecideCaseRequest, io.platonic.identity.v1.DecideCaseResponse>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.UNARY)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "DecideCase"))
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.platonic.identity.v1.DecideCaseRequest.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.platonic.identity.v1.DecideCaseResponse.getDefaultInstance()))
              .setSchemaDescriptor(new ReviewServiceMethodDescriptorSupplier("DecideCase"))
              .build();
        }
      }
    }
    return getDecideCaseMethod;
  }

  private static volatile io.grpc.MethodDescriptor<io.platonic.identity.v1.RequestComplianceRequest,
      io.platonic.identity.v1.RequestComplianceResponse> getRequestComplianceMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "RequestCompliance",
      requestType = io.platonic.identity.v1.RequestComplianceRequest.class,
      responseType = io.platonic.identity.v1.RequestComplianceResponse.class,
      methodType = io.grpc.MethodDescriptor.MethodType.UNARY)
  public static io.grpc.MethodDescriptor<io.platonic.identity.v1.RequestComplianceRequest,
      io.platonic.identity.v1.RequestComplianceResponse> getRequestComplianceMethod() {
    io.grpc.MethodDescriptor<io.platonic.identity.v1.RequestComplianceRequest, io.platonic.identity.v1.RequestComplianceResponse> getRequestComplianceMethod;
    if ((getRequestComplianceMethod = ReviewServiceGrpc.getRequestComplianceMethod) == null) {
      synchronized (ReviewServiceGrpc.class) {
        if ((getRequestComplianceMethod = ReviewServiceGrpc.getRequestComplianceMethod) == null) {
          ReviewServiceGrpc.getRequestComplianceMethod = getRequestComplianceMethod =
              io.grpc.MethodDescriptor.<io.platonic.identity.v1.RequestComplianceRequest, io.platonic.identity.v1.RequestComplianceResponse>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.UNARY)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "RequestCompliance"))
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.platonic.identity.v1.RequestComplianceRequest.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.platonic.identity.v1.RequestComplianceResponse.getDefaultInstance()))
              .setSchemaDescriptor(new ReviewServiceMethodDescriptorSupplier("RequestCompliance"))
              .build();
        }
      }
    }
    return getRequestComplianceMethod;
  }

  private static volatile io.grpc.MethodDescriptor<io.platonic.identity.v1.DecideComplianceRequest,
      io.platonic.identity.v1.DecideComplianceResponse> getDecideComplianceMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "DecideCompliance",
      requestType = io.platonic.identity.v1.DecideComplianceRequest.class,
      responseType = io.platonic.identity.v1.DecideComplianceResponse.class,
      methodType = io.grpc.MethodDescriptor.MethodType.UNARY)
  public static io.grpc.MethodDescriptor<io.platonic.identity.v1.DecideComplianceRequest,
      io.platonic.identity.v1.DecideComplianceResponse> getDecideComplianceMethod() {
    io.grpc.MethodDescriptor<io.platonic.identity.v1.DecideComplianceRequest, io.platonic.identity.v1.DecideComplianceResponse> getDecideComplianceMethod;
    if ((getDecideComplianceMethod = ReviewServiceGrpc.getDecideComplianceMethod) == null) {
      synchronized (ReviewServiceGrpc.class) {
        if ((getDecideComplianceMethod = ReviewServiceGrpc.getDecideComplianceMethod) == null) {
          ReviewServiceGrpc.getDecideComplianceMethod = getDecideComplianceMethod =
              io.grpc.MethodDescriptor.<io.platonic.identity.v1.DecideComplianceRequest, io.platonic.identity.v1.DecideComplianceResponse>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.UNARY)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "DecideCompliance"))
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.platonic.identity.v1.DecideComplianceRequest.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.platonic.identity.v1.DecideComplianceResponse.getDefaultInstance()))
              .setSchemaDescriptor(new ReviewServiceMethodDescriptorSupplier("DecideCompliance"))
              .build();
        }
      }
    }
    return getDecideComplianceMethod;
  }

  private static volatile io.grpc.MethodDescriptor<io.platonic.identity.v1.OfferAgreementRequest,
      io.platonic.identity.v1.OfferAgreementResponse> getOfferAgreementMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "OfferAgreement",
      requestType = io.platonic.identity.v1.OfferAgreementRequest.class,
      responseType = io.platonic.identity.v1.OfferAgreementResponse.class,
      methodType = io.grpc.MethodDescriptor.MethodType.UNARY)
  public static io.grpc.MethodDescriptor<io.platonic.identity.v1.OfferAgreementRequest,
      io.platonic.identity.v1.OfferAgreementResponse> getOfferAgreementMethod() {
    io.grpc.MethodDescriptor<io.platonic.identity.v1.OfferAgreementRequest, io.platonic.identity.v1.OfferAgreementResponse> getOfferAgreementMethod;
    if ((getOfferAgreementMethod = ReviewServiceGrpc.getOfferAgreementMethod) == null) {
      synchronized (ReviewServiceGrpc.class) {
        if ((getOfferAgreementMethod = ReviewServiceGrpc.getOfferAgreementMethod) == null) {
          ReviewServiceGrpc.getOfferAgreementMethod = getOfferAgreementMethod =
              io.grpc.MethodDescriptor.<io.platonic.identity.v1.OfferAgreementRequest, io.platonic.identity.v1.OfferAgreementResponse>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.UNARY)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "OfferAgreement"))
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.platonic.identity.v1.OfferAgreementRequest.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.platonic.identity.v1.OfferAgreementResponse.getDefaultInstance()))
              .setSchemaDescriptor(new ReviewServiceMethodDescriptorSupplier("OfferAgreement"))
              .build();
        }
      }
    }
    return getOfferAgreementMethod;
  }

  private static volatile io.grpc.MethodDescriptor<io.platonic.identity.v1.ListAgreementsRequest,
      io.platonic.identity.v1.ListAgreementsResponse> getListAgreementsMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "ListAgreements",
      requestType = io.platonic.identity.v1.ListAgreementsRequest.class,
      responseType = io.platonic.identity.v1.ListAgreementsResponse.class,
      methodType = io.grpc.MethodDescriptor.MethodType.UNARY)
  public static io.grpc.MethodDescriptor<io.platonic.identity.v1.ListAgreementsRequest,
      io.platonic.identity.v1.ListAgreementsResponse> getListAgreementsMethod() {
    io.grpc.MethodDescriptor<io.platonic.identity.v1.ListAgreementsRequest, io.platonic.identity.v1.ListAgreementsResponse> getListAgreementsMethod;
    if ((getListAgreementsMethod = ReviewServiceGrpc.getListAgreementsMethod) == null) {
      synchronized (ReviewServiceGrpc.class) {
        if ((getListAgreementsMethod = ReviewServiceGrpc.getListAgreementsMethod) == null) {
          ReviewServiceGrpc.getListAgreementsMethod = getListAgreementsMethod =
              io.grpc.MethodDescriptor.<io.platonic.identity.v1.ListAgreementsRequest, io.platonic.identity.v1.ListAgreementsResponse>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.UNARY)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "ListAgreements"))
              .setSafe(true)
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.platonic.identity.v1.ListAgreementsRequest.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.platonic.identity.v1.ListAgreementsResponse.getDefaultInstance()))
              .setSchemaDescriptor(new ReviewServiceMethodDescriptorSupplier("ListAgreements"))
              .build();
        }
      }
    }
    return getListAgreementsMethod;
  }

  private static volatile io.grpc.MethodDescriptor<io.platonic.identity.v1.SignAgreementRequest,
      io.platonic.identity.v1.SignAgreementResponse> getSignAgreementMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "SignAgreement",
      requestType = io.platonic.identity.v1.SignAgreementRequest.class,
      responseType = io.platonic.identity.v1.SignAgreementResponse.class,
      methodType = io.grpc.MethodDescriptor.MethodType.UNARY)
  public static io.grpc.MethodDescriptor<io.platonic.identity.v1.SignAgreementRequest,
      io.platonic.identity.v1.SignAgreementResponse> getSignAgreementMethod() {
    io.grpc.MethodDescriptor<io.platonic.identity.v1.SignAgreementRequest, io.platonic.identity.v1.SignAgreementResponse> getSignAgreementMethod;
    if ((getSignAgreementMethod = ReviewServiceGrpc.getSignAgreementMethod) == null) {
      synchronized (ReviewServiceGrpc.class) {
        if ((getSignAgreementMethod = ReviewServiceGrpc.getSignAgreementMethod) == null) {
          ReviewServiceGrpc.getSignAgreementMethod = getSignAgreementMethod =
              io.grpc.MethodDescriptor.<io.platonic.identity.v1.SignAgreementRequest, io.platonic.identity.v1.SignAgreementResponse>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.UNARY)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "SignAgreement"))
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.platonic.identity.v1.SignAgreementRequest.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.platonic.identity.v1.SignAgreementResponse.getDefaultInstance()))
              .setSchemaDescriptor(new ReviewServiceMethodDescriptorSupplier("SignAgreement"))
              .build();
        }
      }
    }
    return getSignAgreementMethod;
  }

  private static volatile io.grpc.MethodDescriptor<io.platonic.identity.v1.ApproveAgreementRequest,
      io.platonic.identity.v1.ApproveAgreementResponse> getApproveAgreementMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "ApproveAgreement",
      requestType = io.platonic.identity.v1.ApproveAgreementRequest.class,
      responseType = io.platonic.identity.v1.ApproveAgreementResponse.class,
      methodType = io.grpc.MethodDescriptor.MethodType.UNARY)
  public static io.grpc.MethodDescriptor<io.platonic.identity.v1.ApproveAgreementRequest,
      io.platonic.identity.v1.ApproveAgreementResponse> getApproveAgreementMethod() {
    io.grpc.MethodDescriptor<io.platonic.identity.v1.ApproveAgreementRequest, io.platonic.identity.v1.ApproveAgreementResponse> getApproveAgreementMethod;
    if ((getApproveAgreementMethod = ReviewServiceGrpc.getApproveAgreementMethod) == null) {
      synchronized (ReviewServiceGrpc.class) {
        if ((getApproveAgreementMethod = ReviewServiceGrpc.getApproveAgreementMethod) == null) {
          ReviewServiceGrpc.getApproveAgreementMethod = getApproveAgreementMethod =
              io.grpc.MethodDescriptor.<io.platonic.identity.v1.ApproveAgreementRequest, io.platonic.identity.v1.ApproveAgreementResponse>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.UNARY)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "ApproveAgreement"))
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.platonic.identity.v1.ApproveAgreementRequest.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.platonic.identity.v1.ApproveAgreementResponse.getDefaultInstance()))
              .setSchemaDescriptor(new ReviewServiceMethodDescriptorSupplier("ApproveAgreement"))
              .build();
        }
      }
    }
    return getApproveAgreementMethod;
  }

  /**
   * Creates a new async stub that supports all call types for the service
   */
  public static ReviewServiceStub newStub(io.grpc.Channel channel) {
    io.grpc.stub.AbstractStub.StubFactory<ReviewServiceStub> factory =
      new io.grpc.stub.AbstractStub.StubFactory<ReviewServiceStub>() {
        @java.lang.Override
        public ReviewServiceStub newStub(io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
          return new ReviewServiceStub(channel, callOptions);
        }
      };
    return ReviewServiceStub.newStub(factory, channel);
  }

  /**
   * Creates a new blocking-style stub that supports all types of calls on the service
   */
  public static ReviewServiceBlockingV2Stub newBlockingV2Stub(
      io.grpc.Channel channel) {
    io.grpc.stub.AbstractStub.StubFactory<ReviewServiceBlockingV2Stub> factory =
      new io.grpc.stub.AbstractStub.StubFactory<ReviewServiceBlockingV2Stub>() {
        @java.lang.Override
        public ReviewServiceBlockingV2Stub newStub(io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
          return new ReviewServiceBlockingV2Stub(channel, callOptions);
        }
      };
    return ReviewServiceBlockingV2Stub.newStub(factory, channel);
  }

  /**
   * Creates a new blocking-style stub that supports unary and streaming output calls on the service
   */
  public static ReviewServiceBlockingStub newBlockingStub(
      io.grpc.Channel channel) {
    io.grpc.stub.AbstractStub.StubFactory<ReviewServiceBlockingStub> factory =
      new io.grpc.stub.AbstractStub.StubFactory<ReviewServiceBlockingStub>() {
        @java.lang.Override
        public ReviewServiceBlockingStub newStub(io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
          return new ReviewServiceBlockingStub(channel, callOptions);
        }
      };
    return ReviewServiceBlockingStub.newStub(factory, channel);
  }

  /**
   * Creates a new ListenableFuture-style stub that supports unary calls on the service
   */
  public static ReviewServiceFutureStub newFutureStub(
      io.grpc.Channel channel) {
    io.grpc.stub.AbstractStub.StubFactory<ReviewServiceFutureStub> factory =
      new io.grpc.stub.AbstractStub.StubFactory<ReviewServiceFutureStub>() {
        @java.lang.Override
        public ReviewServiceFutureStub newStub(io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
          return new ReviewServiceFutureStub(channel, callOptions);
        }
      };
    return ReviewServiceFutureStub.newStub(factory, channel);
  }

  /**
   * <pre>
   * Decisions of reviewers, third parties and administrators about identities. LEVEL_ENHANCED and higher levels require
   * them.
   * </pre>
   */
  public interface AsyncService {

    /**
     * <pre>
     * Submits documents for a level. Each level has one open case at a time. Further calls add documents to it until the
     * first reviewer has approved it.
     * </pre>
     */
    default void submitDocuments(io.platonic.identity.v1.SubmitDocumentsRequest request,
        io.grpc.stub.StreamObserver<io.platonic.identity.v1.SubmitDocumentsResponse> responseObserver) {
      io.grpc.stub.ServerCalls.asyncUnimplementedUnaryCall(getSubmitDocumentsMethod(), responseObserver);
    }

    /**
     * <pre>
     * Lists the cases of an identity, or the pending cases of all identities, oldest first.
     * </pre>
     */
    default void listCases(io.platonic.identity.v1.ListCasesRequest request,
        io.grpc.stub.StreamObserver<io.platonic.identity.v1.ListCasesResponse> responseObserver) {
      io.grpc.stub.ServerCalls.asyncUnimplementedUnaryCall(getListCasesMethod(), responseObserver);
    }

    /**
     * <pre>
     * Reads a document for review.
     * </pre>
     */
    default void getDocument(io.platonic.identity.v1.GetDocumentRequest request,
        io.grpc.stub.StreamObserver<io.platonic.identity.v1.GetDocumentResponse> responseObserver) {
      io.grpc.stub.ServerCalls.asyncUnimplementedUnaryCall(getGetDocumentMethod(), responseObserver);
    }

    /**
     * <pre>
     * Records the decision of a reviewer. LEVEL_ENHANCED requires one approval, LEVEL_BUSINESS those of two different
     * reviewers; one rejection ends the case. Reviewers cannot decide on their own documents.
     * </pre>
     */
    default void decideCase(io.platonic.identity.v1.DecideCaseRequest request,
        io.grpc.stub.StreamObserver<io.platonic.identity.v1.DecideCaseResponse> responseObserver) {
      io.grpc.stub.ServerCalls.asyncUnimplementedUnaryCall(getDecideCaseMethod(), responseObserver);
    }

    /**
     * <pre>
     * Asks a third party to check the identity. While the case is pending, further calls send the same request again.
     * </pre>
     */
    default void requestCompliance(io.platonic.identity.v1.RequestComplianceRequest request,
        io.grpc.stub.StreamObserver<io.platonic.identity.v1.RequestComplianceResponse> responseObserver) {
      io.grpc.stub.ServerCalls.asyncUnimplementedUnaryCall(getRequestComplianceMethod(), responseObserver);
    }

    /**
     * <pre>
     * Records the decision of the third party. The call is authenticated by the signature of its message and needs no
     * credentials. The message is that of standardwebhooks.com; its headers and its body are fields, so that it is the
     * same on every protocol, and `payload` holds exactly the text that was signed. A repeated message gets the same
     * response and changes nothing.
     * </pre>
     */
    default void decideCompliance(io.platonic.identity.v1.DecideComplianceRequest request,
        io.grpc.stub.StreamObserver<io.platonic.identity.v1.DecideComplianceResponse> responseObserver) {
      io.grpc.stub.ServerCalls.asyncUnimplementedUnaryCall(getDecideComplianceMethod(), responseObserver);
    }

    /**
     * <pre>
     * Offers an agreement to the representative of an organisation.
     * </pre>
     */
    default void offerAgreement(io.platonic.identity.v1.OfferAgreementRequest request,
        io.grpc.stub.StreamObserver<io.platonic.identity.v1.OfferAgreementResponse> responseObserver) {
      io.grpc.stub.ServerCalls.asyncUnimplementedUnaryCall(getOfferAgreementMethod(), responseObserver);
    }

    /**
     * <pre>
     * Lists the agreements of an identity, oldest first.
     * </pre>
     */
    default void listAgreements(io.platonic.identity.v1.ListAgreementsRequest request,
        io.grpc.stub.StreamObserver<io.platonic.identity.v1.ListAgreementsResponse> responseObserver) {
      io.grpc.stub.ServerCalls.asyncUnimplementedUnaryCall(getListAgreementsMethod(), responseObserver);
    }

    /**
     * <pre>
     * Records the representative's signature of an agreement.
     * </pre>
     */
    default void signAgreement(io.platonic.identity.v1.SignAgreementRequest request,
        io.grpc.stub.StreamObserver<io.platonic.identity.v1.SignAgreementResponse> responseObserver) {
      io.grpc.stub.ServerCalls.asyncUnimplementedUnaryCall(getSignAgreementMethod(), responseObserver);
    }

    /**
     * <pre>
     * Records the approval of an administrator, given with a hardware key. The second approval concludes the agreement;
     * it must come with other credentials and from another identity's hardware key.
     * </pre>
     */
    default void approveAgreement(io.platonic.identity.v1.ApproveAgreementRequest request,
        io.grpc.stub.StreamObserver<io.platonic.identity.v1.ApproveAgreementResponse> responseObserver) {
      io.grpc.stub.ServerCalls.asyncUnimplementedUnaryCall(getApproveAgreementMethod(), responseObserver);
    }
  }

  /**
   * Base class for the server implementation of the service ReviewService.
   * <pre>
   * Decisions of reviewers, third parties and administrators about identities. LEVEL_ENHANCED and higher levels require
   * them.
   * </pre>
   */
  public static abstract class ReviewServiceImplBase
      implements io.grpc.BindableService, AsyncService {

    @java.lang.Override public final io.grpc.ServerServiceDefinition bindService() {
      return ReviewServiceGrpc.bindService(this);
    }
  }

  /**
   * A stub to allow clients to do asynchronous rpc calls to service ReviewService.
   * <pre>
   * Decisions of reviewers, third parties and administrators about identities. LEVEL_ENHANCED and higher levels require
   * them.
   * </pre>
   */
  public static final class ReviewServiceStub
      extends io.grpc.stub.AbstractAsyncStub<ReviewServiceStub> {
    private ReviewServiceStub(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      super(channel, callOptions);
    }

    @java.lang.Override
    protected ReviewServiceStub build(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      return new ReviewServiceStub(channel, callOptions);
    }

    /**
     * <pre>
     * Submits documents for a level. Each level has one open case at a time. Further calls add documents to it until the
     * first reviewer has approved it.
     * </pre>
     */
    public void submitDocuments(io.platonic.identity.v1.SubmitDocumentsRequest request,
        io.grpc.stub.StreamObserver<io.platonic.identity.v1.SubmitDocumentsResponse> responseObserver) {
      io.grpc.stub.ClientCalls.asyncUnaryCall(
          getChannel().newCall(getSubmitDocumentsMethod(), getCallOptions()), request, responseObserver);
    }

    /**
     * <pre>
     * Lists the cases of an identity, or the pending cases of all identities, oldest first.
     * </pre>
     */
    public void listCases(io.platonic.identity.v1.ListCasesRequest request,
        io.grpc.stub.StreamObserver<io.platonic.identity.v1.ListCasesResponse> responseObserver) {
      io.grpc.stub.ClientCalls.asyncUnaryCall(
          getChannel().newCall(getListCasesMethod(), getCallOptions()), request, responseObserver);
    }

    /**
     * <pre>
     * Reads a document for review.
     * </pre>
     */
    public void getDocument(io.platonic.identity.v1.GetDocumentRequest request,
        io.grpc.stub.StreamObserver<io.platonic.identity.v1.GetDocumentResponse> responseObserver) {
      io.grpc.stub.ClientCalls.asyncUnaryCall(
          getChannel().newCall(getGetDocumentMethod(), getCallOptions()), request, responseObserver);
    }

    /**
     * <pre>
     * Records the decision of a reviewer. LEVEL_ENHANCED requires one approval, LEVEL_BUSINESS those of two different
     * reviewers; one rejection ends the case. Reviewers cannot decide on their own documents.
     * </pre>
     */
    public void decideCase(io.platonic.identity.v1.DecideCaseRequest request,
        io.grpc.stub.StreamObserver<io.platonic.identity.v1.DecideCaseResponse> responseObserver) {
      io.grpc.stub.ClientCalls.asyncUnaryCall(
          getChannel().newCall(getDecideCaseMethod(), getCallOptions()), request, responseObserver);
    }

    /**
     * <pre>
     * Asks a third party to check the identity. While the case is pending, further calls send the same request again.
     * </pre>
     */
    public void requestCompliance(io.platonic.identity.v1.RequestComplianceRequest request,
        io.grpc.stub.StreamObserver<io.platonic.identity.v1.RequestComplianceResponse> responseObserver) {
      io.grpc.stub.ClientCalls.asyncUnaryCall(
          getChannel().newCall(getRequestComplianceMethod(), getCallOptions()), request, responseObserver);
    }

    /**
     * <pre>
     * Records the decision of the third party. The call is authenticated by the signature of its message and needs no
     * credentials. The message is that of standardwebhooks.com; its headers and its body are fields, so that it is the
     * same on every protocol, and `payload` holds exactly the text that was signed. A repeated message gets the same
     * response and changes nothing.
     * </pre>
     */
    public void decideCompliance(io.platonic.identity.v1.DecideComplianceRequest request,
        io.grpc.stub.StreamObserver<io.platonic.identity.v1.DecideComplianceResponse> responseObserver) {
      io.grpc.stub.ClientCalls.asyncUnaryCall(
          getChannel().newCall(getDecideComplianceMethod(), getCallOptions()), request, responseObserver);
    }

    /**
     * <pre>
     * Offers an agreement to the representative of an organisation.
     * </pre>
     */
    public void offerAgreement(io.platonic.identity.v1.OfferAgreementRequest request,
        io.grpc.stub.StreamObserver<io.platonic.identity.v1.OfferAgreementResponse> responseObserver) {
      io.grpc.stub.ClientCalls.asyncUnaryCall(
          getChannel().newCall(getOfferAgreementMethod(), getCallOptions()), request, responseObserver);
    }

    /**
     * <pre>
     * Lists the agreements of an identity, oldest first.
     * </pre>
     */
    public void listAgreements(io.platonic.identity.v1.ListAgreementsRequest request,
        io.grpc.stub.StreamObserver<io.platonic.identity.v1.ListAgreementsResponse> responseObserver) {
      io.grpc.stub.ClientCalls.asyncUnaryCall(
          getChannel().newCall(getListAgreementsMethod(), getCallOptions()), request, responseObserver);
    }

    /**
     * <pre>
     * Records the representative's signature of an agreement.
     * </pre>
     */
    public void signAgreement(io.platonic.identity.v1.SignAgreementRequest request,
        io.grpc.stub.StreamObserver<io.platonic.identity.v1.SignAgreementResponse> responseObserver) {
      io.grpc.stub.ClientCalls.asyncUnaryCall(
          getChannel().newCall(getSignAgreementMethod(), getCallOptions()), request, responseObserver);
    }

    /**
     * <pre>
     * Records the approval of an administrator, given with a hardware key. The second approval concludes the agreement;
     * it must come with other credentials and from another identity's hardware key.
     * </pre>
     */
    public void approveAgreement(io.platonic.identity.v1.ApproveAgreementRequest request,
        io.grpc.stub.StreamObserver<io.platonic.identity.v1.ApproveAgreementResponse> responseObserver) {
      io.grpc.stub.ClientCalls.asyncUnaryCall(
          getChannel().newCall(getApproveAgreementMethod(), getCallOptions()), request, responseObserver);
    }
  }

  /**
   * A stub to allow clients to do synchronous rpc calls to service ReviewService.
   * <pre>
   * Decisions of reviewers, third parties and administrators about identities. LEVEL_ENHANCED and higher levels require
   * them.
   * </pre>
   */
  public static final class ReviewServiceBlockingV2Stub
      extends io.grpc.stub.AbstractBlockingStub<ReviewServiceBlockingV2Stub> {
    private ReviewServiceBlockingV2Stub(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      super(channel, callOptions);
    }

    @java.lang.Override
    protected ReviewServiceBlockingV2Stub build(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      return new ReviewServiceBlockingV2Stub(channel, callOptions);
    }

    /**
     * <pre>
     * Submits documents for a level. Each level has one open case at a time. Further calls add documents to it until the
     * first reviewer has approved it.
     * </pre>
     */
    public io.platonic.identity.v1.SubmitDocumentsResponse submitDocuments(io.platonic.identity.v1.SubmitDocumentsRequest request) throws io.grpc.StatusException {
      return io.grpc.stub.ClientCalls.blockingV2UnaryCall(
          getChannel(), getSubmitDocumentsMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Lists the cases of an identity, or the pending cases of all identities, oldest first.
     * </pre>
     */
    public io.platonic.identity.v1.ListCasesResponse listCases(io.platonic.identity.v1.ListCasesRequest request) throws io.grpc.StatusException {
      return io.grpc.stub.ClientCalls.blockingV2UnaryCall(
          getChannel(), getListCasesMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Reads a document for review.
     * </pre>
     */
    public io.platonic.identity.v1.GetDocumentResponse getDocument(io.platonic.identity.v1.GetDocumentRequest request) throws io.grpc.StatusException {
      return io.grpc.stub.ClientCalls.blockingV2UnaryCall(
          getChannel(), getGetDocumentMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Records the decision of a reviewer. LEVEL_ENHANCED requires one approval, LEVEL_BUSINESS those of two different
     * reviewers; one rejection ends the case. Reviewers cannot decide on their own documents.
     * </pre>
     */
    public io.platonic.identity.v1.DecideCaseResponse decideCase(io.platonic.identity.v1.DecideCaseRequest request) throws io.grpc.StatusException {
      return io.grpc.stub.ClientCalls.blockingV2UnaryCall(
          getChannel(), getDecideCaseMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Asks a third party to check the identity. While the case is pending, further calls send the same request again.
     * </pre>
     */
    public io.platonic.identity.v1.RequestComplianceResponse requestCompliance(io.platonic.identity.v1.RequestComplianceRequest request) throws io.grpc.StatusException {
      return io.grpc.stub.ClientCalls.blockingV2UnaryCall(
          getChannel(), getRequestComplianceMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Records the decision of the third party. The call is authenticated by the signature of its message and needs no
     * credentials. The message is that of standardwebhooks.com; its headers and its body are fields, so that it is the
     * same on every protocol, and `payload` holds exactly the text that was signed. A repeated message gets the same
     * response and changes nothing.
     * </pre>
     */
    public io.platonic.identity.v1.DecideComplianceResponse decideCompliance(io.platonic.identity.v1.DecideComplianceRequest request) throws io.grpc.StatusException {
      return io.grpc.stub.ClientCalls.blockingV2UnaryCall(
          getChannel(), getDecideComplianceMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Offers an agreement to the representative of an organisation.
     * </pre>
     */
    public io.platonic.identity.v1.OfferAgreementResponse offerAgreement(io.platonic.identity.v1.OfferAgreementRequest request) throws io.grpc.StatusException {
      return io.grpc.stub.ClientCalls.blockingV2UnaryCall(
          getChannel(), getOfferAgreementMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Lists the agreements of an identity, oldest first.
     * </pre>
     */
    public io.platonic.identity.v1.ListAgreementsResponse listAgreements(io.platonic.identity.v1.ListAgreementsRequest request) throws io.grpc.StatusException {
      return io.grpc.stub.ClientCalls.blockingV2UnaryCall(
          getChannel(), getListAgreementsMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Records the representative's signature of an agreement.
     * </pre>
     */
    public io.platonic.identity.v1.SignAgreementResponse signAgreement(io.platonic.identity.v1.SignAgreementRequest request) throws io.grpc.StatusException {
      return io.grpc.stub.ClientCalls.blockingV2UnaryCall(
          getChannel(), getSignAgreementMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Records the approval of an administrator, given with a hardware key. The second approval concludes the agreement;
     * it must come with other credentials and from another identity's hardware key.
     * </pre>
     */
    public io.platonic.identity.v1.ApproveAgreementResponse approveAgreement(io.platonic.identity.v1.ApproveAgreementRequest request) throws io.grpc.StatusException {
      return io.grpc.stub.ClientCalls.blockingV2UnaryCall(
          getChannel(), getApproveAgreementMethod(), getCallOptions(), request);
    }
  }

  /**
   * A stub to allow clients to do limited synchronous rpc calls to service ReviewService.
   * <pre>
   * Decisions of reviewers, third parties and administrators about identities. LEVEL_ENHANCED and higher levels require
   * them.
   * </pre>
   */
  public static final class ReviewServiceBlockingStub
      extends io.grpc.stub.AbstractBlockingStub<ReviewServiceBlockingStub> {
    private ReviewServiceBlockingStub(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      super(channel, callOptions);
    }

    @java.lang.Override
    protected ReviewServiceBlockingStub build(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      return new ReviewServiceBlockingStub(channel, callOptions);
    }

    /**
     * <pre>
     * Submits documents for a level. Each level has one open case at a time. Further calls add documents to it until the
     * first reviewer has approved it.
     * </pre>
     */
    public io.platonic.identity.v1.SubmitDocumentsResponse submitDocuments(io.platonic.identity.v1.SubmitDocumentsRequest request) {
      return io.grpc.stub.ClientCalls.blockingUnaryCall(
          getChannel(), getSubmitDocumentsMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Lists the cases of an identity, or the pending cases of all identities, oldest first.
     * </pre>
     */
    public io.platonic.identity.v1.ListCasesResponse listCases(io.platonic.identity.v1.ListCasesRequest request) {
      return io.grpc.stub.ClientCalls.blockingUnaryCall(
          getChannel(), getListCasesMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Reads a document for review.
     * </pre>
     */
    public io.platonic.identity.v1.GetDocumentResponse getDocument(io.platonic.identity.v1.GetDocumentRequest request) {
      return io.grpc.stub.ClientCalls.blockingUnaryCall(
          getChannel(), getGetDocumentMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Records the decision of a reviewer. LEVEL_ENHANCED requires one approval, LEVEL_BUSINESS those of two different
     * reviewers; one rejection ends the case. Reviewers cannot decide on their own documents.
     * </pre>
     */
    public io.platonic.identity.v1.DecideCaseResponse decideCase(io.platonic.identity.v1.DecideCaseRequest request) {
      return io.grpc.stub.ClientCalls.blockingUnaryCall(
          getChannel(), getDecideCaseMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Asks a third party to check the identity. While the case is pending, further calls send the same request again.
     * </pre>
     */
    public io.platonic.identity.v1.RequestComplianceResponse requestCompliance(io.platonic.identity.v1.RequestComplianceRequest request) {
      return io.grpc.stub.ClientCalls.blockingUnaryCall(
          getChannel(), getRequestComplianceMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Records the decision of the third party. The call is authenticated by the signature of its message and needs no
     * credentials. The message is that of standardwebhooks.com; its headers and its body are fields, so that it is the
     * same on every protocol, and `payload` holds exactly the text that was signed. A repeated message gets the same
     * response and changes nothing.
     * </pre>
     */
    public io.platonic.identity.v1.DecideComplianceResponse decideCompliance(io.platonic.identity.v1.DecideComplianceRequest request) {
      return io.grpc.stub.ClientCalls.blockingUnaryCall(
          getChannel(), getDecideComplianceMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Offers an agreement to the representative of an organisation.
     * </pre>
     */
    public io.platonic.identity.v1.OfferAgreementResponse offerAgreement(io.platonic.identity.v1.OfferAgreementRequest request) {
      return io.grpc.stub.ClientCalls.blockingUnaryCall(
          getChannel(), getOfferAgreementMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Lists the agreements of an identity, oldest first.
     * </pre>
     */
    public io.platonic.identity.v1.ListAgreementsResponse listAgreements(io.platonic.identity.v1.ListAgreementsRequest request) {
      return io.grpc.stub.ClientCalls.blockingUnaryCall(
          getChannel(), getListAgreementsMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Records the representative's signature of an agreement.
     * </pre>
     */
    public io.platonic.identity.v1.SignAgreementResponse signAgreement(io.platonic.identity.v1.SignAgreementRequest request) {
      return io.grpc.stub.ClientCalls.blockingUnaryCall(
          getChannel(), getSignAgreementMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Records the approval of an administrator, given with a hardware key. The second approval concludes the agreement;
     * it must come with other credentials and from another identity's hardware key.
     * </pre>
     */
    public io.platonic.identity.v1.ApproveAgreementResponse approveAgreement(io.platonic.identity.v1.ApproveAgreementRequest request) {
      return io.grpc.stub.ClientCalls.blockingUnaryCall(
          getChannel(), getApproveAgreementMethod(), getCallOptions(), request);
    }
  }

  /**
   * A stub to allow clients to do ListenableFuture-style rpc calls to service ReviewService.
   * <pre>
   * Decisions of reviewers, third parties and administrators about identities. LEVEL_ENHANCED and higher levels require
   * them.
   * </pre>
   */
  public static final class ReviewServiceFutureStub
      extends io.grpc.stub.AbstractFutureStub<ReviewServiceFutureStub> {
    private ReviewServiceFutureStub(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      super(channel, callOptions);
    }

    @java.lang.Override
    protected ReviewServiceFutureStub build(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      return new ReviewServiceFutureStub(channel, callOptions);
    }

    /**
     * <pre>
     * Submits documents for a level. Each level has one open case at a time. Further calls add documents to it until the
     * first reviewer has approved it.
     * </pre>
     */
    public com.google.common.util.concurrent.ListenableFuture<io.platonic.identity.v1.SubmitDocumentsResponse> submitDocuments(
        io.platonic.identity.v1.SubmitDocumentsRequest request) {
      return io.grpc.stub.ClientCalls.futureUnaryCall(
          getChannel().newCall(getSubmitDocumentsMethod(), getCallOptions()), request);
    }

    /**
     * <pre>
     * Lists the cases of an identity, or the pending cases of all identities, oldest first.
     * </pre>
     */
    public com.google.common.util.concurrent.ListenableFuture<io.platonic.identity.v1.ListCasesResponse> listCases(
        io.platonic.identity.v1.ListCasesRequest request) {
      return io.grpc.stub.ClientCalls.futureUnaryCall(
          getChannel().newCall(getListCasesMethod(), getCallOptions()), request);
    }

    /**
     * <pre>
     * Reads a document for review.
     * </pre>
     */
    public com.google.common.util.concurrent.ListenableFuture<io.platonic.identity.v1.GetDocumentResponse> getDocument(
        io.platonic.identity.v1.GetDocumentRequest request) {
      return io.grpc.stub.ClientCalls.futureUnaryCall(
          getChannel().newCall(getGetDocumentMethod(), getCallOptions()), request);
    }

    /**
     * <pre>
     * Records the decision of a reviewer. LEVEL_ENHANCED requires one approval, LEVEL_BUSINESS those of two different
     * reviewers; one rejection ends the case. Reviewers cannot decide on their own documents.
     * </pre>
     */
    public com.google.common.util.concurrent.ListenableFuture<io.platonic.identity.v1.DecideCaseResponse> decideCase(
        io.platonic.identity.v1.DecideCaseRequest request) {
      return io.grpc.stub.ClientCalls.futureUnaryCall(
          getChannel().newCall(getDecideCaseMethod(), getCallOptions()), request);
    }

    /**
     * <pre>
     * Asks a third party to check the identity. While the case is pending, further calls send the same request again.
     * </pre>
     */
    public com.google.common.util.concurrent.ListenableFuture<io.platonic.identity.v1.RequestComplianceResponse> requestCompliance(
        io.platonic.identity.v1.RequestComplianceRequest request) {
      return io.grpc.stub.ClientCalls.futureUnaryCall(
          getChannel().newCall(getRequestComplianceMethod(), getCallOptions()), request);
    }

    /**
     * <pre>
     * Records the decision of the third party. The call is authenticated by the signature of its message and needs no
     * credentials. The message is that of standardwebhooks.com; its headers and its body are fields, so that it is the
     * same on every protocol, and `payload` holds exactly the text that was signed. A repeated message gets the same
     * response and changes nothing.
     * </pre>
     */
    public com.google.common.util.concurrent.ListenableFuture<io.platonic.identity.v1.DecideComplianceResponse> decideCompliance(
        io.platonic.identity.v1.DecideComplianceRequest request) {
      return io.grpc.stub.ClientCalls.futureUnaryCall(
          getChannel().newCall(getDecideComplianceMethod(), getCallOptions()), request);
    }

    /**
     * <pre>
     * Offers an agreement to the representative of an organisation.
     * </pre>
     */
    public com.google.common.util.concurrent.ListenableFuture<io.platonic.identity.v1.OfferAgreementResponse> offerAgreement(
        io.platonic.identity.v1.OfferAgreementRequest request) {
      return io.grpc.stub.ClientCalls.futureUnaryCall(
          getChannel().newCall(getOfferAgreementMethod(), getCallOptions()), request);
    }

    /**
     * <pre>
     * Lists the agreements of an identity, oldest first.
     * </pre>
     */
    public com.google.common.util.concurrent.ListenableFuture<io.platonic.identity.v1.ListAgreementsResponse> listAgreements(
        io.platonic.identity.v1.ListAgreementsRequest request) {
      return io.grpc.stub.ClientCalls.futureUnaryCall(
          getChannel().newCall(getListAgreementsMethod(), getCallOptions()), request);
    }

    /**
     * <pre>
     * Records the representative's signature of an agreement.
     * </pre>
     */
    public com.google.common.util.concurrent.ListenableFuture<io.platonic.identity.v1.SignAgreementResponse> signAgreement(
        io.platonic.identity.v1.SignAgreementRequest request) {
      return io.grpc.stub.ClientCalls.futureUnaryCall(
          getChannel().newCall(getSignAgreementMethod(), getCallOptions()), request);
    }

    /**
     * <pre>
     * Records the approval of an administrator, given with a hardware key. The second approval concludes the agreement;
     * it must come with other credentials and from another identity's hardware key.
     * </pre>
     */
    public com.google.common.util.concurrent.ListenableFuture<io.platonic.identity.v1.ApproveAgreementResponse> approveAgreement(
        io.platonic.identity.v1.ApproveAgreementRequest request) {
      return io.grpc.stub.ClientCalls.futureUnaryCall(
          getChannel().newCall(getApproveAgreementMethod(), getCallOptions()), request);
    }
  }

  private static final int METHODID_SUBMIT_DOCUMENTS = 0;
  private static final int METHODID_LIST_CASES = 1;
  private static final int METHODID_GET_DOCUMENT = 2;
  private static final int METHODID_DECIDE_CASE = 3;
  private static final int METHODID_REQUEST_COMPLIANCE = 4;
  private static final int METHODID_DECIDE_COMPLIANCE = 5;
  private static final int METHODID_OFFER_AGREEMENT = 6;
  private static final int METHODID_LIST_AGREEMENTS = 7;
  private static final int METHODID_SIGN_AGREEMENT = 8;
  private static final int METHODID_APPROVE_AGREEMENT = 9;

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
        case METHODID_SUBMIT_DOCUMENTS:
          serviceImpl.submitDocuments((io.platonic.identity.v1.SubmitDocumentsRequest) request,
              (io.grpc.stub.StreamObserver<io.platonic.identity.v1.SubmitDocumentsResponse>) responseObserver);
          break;
        case METHODID_LIST_CASES:
          serviceImpl.listCases((io.platonic.identity.v1.ListCasesRequest) request,
              (io.grpc.stub.StreamObserver<io.platonic.identity.v1.ListCasesResponse>) responseObserver);
          break;
        case METHODID_GET_DOCUMENT:
          serviceImpl.getDocument((io.platonic.identity.v1.GetDocumentRequest) request,
              (io.grpc.stub.StreamObserver<io.platonic.identity.v1.GetDocumentResponse>) responseObserver);
          break;
        case METHODID_DECIDE_CASE:
          serviceImpl.decideCase((io.platonic.identity.v1.DecideCaseRequest) request,
              (io.grpc.stub.StreamObserver<io.platonic.identity.v1.DecideCaseResponse>) responseObserver);
          break;
        case METHODID_REQUEST_COMPLIANCE:
          serviceImpl.requestCompliance((io.platonic.identity.v1.RequestComplianceRequest) request,
              (io.grpc.stub.StreamObserver<io.platonic.identity.v1.RequestComplianceResponse>) responseObserver);
          break;
        case METHODID_DECIDE_COMPLIANCE:
          serviceImpl.decideCompliance((io.platonic.identity.v1.DecideComplianceRequest) request,
              (io.grpc.stub.StreamObserver<io.platonic.identity.v1.DecideComplianceResponse>) responseObserver);
          break;
        case METHODID_OFFER_AGREEMENT:
          serviceImpl.offerAgreement((io.platonic.identity.v1.OfferAgreementRequest) request,
              (io.grpc.stub.StreamObserver<io.platonic.identity.v1.OfferAgreementResponse>) responseObserver);
          break;
        case METHODID_LIST_AGREEMENTS:
          serviceImpl.listAgreements((io.platonic.identity.v1.ListAgreementsRequest) request,
              (io.grpc.stub.StreamObserver<io.platonic.identity.v1.ListAgreementsResponse>) responseObserver);
          break;
        case METHODID_SIGN_AGREEMENT:
          serviceImpl.signAgreement((io.platonic.identity.v1.SignAgreementRequest) request,
              (io.grpc.stub.StreamObserver<io.platonic.identity.v1.SignAgreementResponse>) responseObserver);
          break;
        case METHODID_APPROVE_AGREEMENT:
          serviceImpl.approveAgreement((io.platonic.identity.v1.ApproveAgreementRequest) request,
              (io.grpc.stub.StreamObserver<io.platonic.identity.v1.ApproveAgreementResponse>) responseObserver);
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
          getSubmitDocumentsMethod(),
          io.grpc.stub.ServerCalls.asyncUnaryCall(
            new MethodHandlers<
              io.platonic.identity.v1.SubmitDocumentsRequest,
              io.platonic.identity.v1.SubmitDocumentsResponse>(
                service, METHODID_SUBMIT_DOCUMENTS)))
        .addMethod(
          getListCasesMethod(),
          io.grpc.stub.ServerCalls.asyncUnaryCall(
            new MethodHandlers<
              io.platonic.identity.v1.ListCasesRequest,
              io.platonic.identity.v1.ListCasesResponse>(
                service, METHODID_LIST_CASES)))
        .addMethod(
          getGetDocumentMethod(),
          io.grpc.stub.ServerCalls.asyncUnaryCall(
            new MethodHandlers<
              io.platonic.identity.v1.GetDocumentRequest,
              io.platonic.identity.v1.GetDocumentResponse>(
                service, METHODID_GET_DOCUMENT)))
        .addMethod(
          getDecideCaseMethod(),
          io.grpc.stub.ServerCalls.asyncUnaryCall(
            new MethodHandlers<
              io.platonic.identity.v1.DecideCaseRequest,
              io.platonic.identity.v1.DecideCaseResponse>(
                service, METHODID_DECIDE_CASE)))
        .addMethod(
          getRequestComplianceMethod(),
          io.grpc.stub.ServerCalls.asyncUnaryCall(
            new MethodHandlers<
              io.platonic.identity.v1.RequestComplianceRequest,
              io.platonic.identity.v1.RequestComplianceResponse>(
                service, METHODID_REQUEST_COMPLIANCE)))
        .addMethod(
          getDecideComplianceMethod(),
          io.grpc.stub.ServerCalls.asyncUnaryCall(
            new MethodHandlers<
              io.platonic.identity.v1.DecideComplianceRequest,
              io.platonic.identity.v1.DecideComplianceResponse>(
                service, METHODID_DECIDE_COMPLIANCE)))
        .addMethod(
          getOfferAgreementMethod(),
          io.grpc.stub.ServerCalls.asyncUnaryCall(
            new MethodHandlers<
              io.platonic.identity.v1.OfferAgreementRequest,
              io.platonic.identity.v1.OfferAgreementResponse>(
                service, METHODID_OFFER_AGREEMENT)))
        .addMethod(
          getListAgreementsMethod(),
          io.grpc.stub.ServerCalls.asyncUnaryCall(
            new MethodHandlers<
              io.platonic.identity.v1.ListAgreementsRequest,
              io.platonic.identity.v1.ListAgreementsResponse>(
                service, METHODID_LIST_AGREEMENTS)))
        .addMethod(
          getSignAgreementMethod(),
          io.grpc.stub.ServerCalls.asyncUnaryCall(
            new MethodHandlers<
              io.platonic.identity.v1.SignAgreementRequest,
              io.platonic.identity.v1.SignAgreementResponse>(
                service, METHODID_SIGN_AGREEMENT)))
        .addMethod(
          getApproveAgreementMethod(),
          io.grpc.stub.ServerCalls.asyncUnaryCall(
            new MethodHandlers<
              io.platonic.identity.v1.ApproveAgreementRequest,
              io.platonic.identity.v1.ApproveAgreementResponse>(
                service, METHODID_APPROVE_AGREEMENT)))
        .build();
  }

  private static abstract class ReviewServiceBaseDescriptorSupplier
      implements io.grpc.protobuf.ProtoFileDescriptorSupplier, io.grpc.protobuf.ProtoServiceDescriptorSupplier {
    ReviewServiceBaseDescriptorSupplier() {}

    @java.lang.Override
    public com.google.protobuf.Descriptors.FileDescriptor getFileDescriptor() {
      return io.platonic.identity.v1.ReviewServiceProto.getDescriptor();
    }

    @java.lang.Override
    public com.google.protobuf.Descriptors.ServiceDescriptor getServiceDescriptor() {
      return getFileDescriptor().findServiceByName("ReviewService");
    }
  }

  private static final class ReviewServiceFileDescriptorSupplier
      extends ReviewServiceBaseDescriptorSupplier {
    ReviewServiceFileDescriptorSupplier() {}
  }

  private static final class ReviewServiceMethodDescriptorSupplier
      extends ReviewServiceBaseDescriptorSupplier
      implements io.grpc.protobuf.ProtoMethodDescriptorSupplier {
    private final java.lang.String methodName;

    ReviewServiceMethodDescriptorSupplier(java.lang.String methodName) {
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
      synchronized (ReviewServiceGrpc.class) {
        result = serviceDescriptor;
        if (result == null) {
          serviceDescriptor = result = io.grpc.ServiceDescriptor.newBuilder(SERVICE_NAME)
              .setSchemaDescriptor(new ReviewServiceFileDescriptorSupplier())
              .addMethod(getSubmitDocumentsMethod())
              .addMethod(getListCasesMethod())
              .addMethod(getGetDocumentMethod())
              .addMethod(getDecideCaseMethod())
              .addMethod(getRequestComplianceMethod())
              .addMethod(getDecideComplianceMethod())
              .addMethod(getOfferAgreementMethod())
              .addMethod(getListAgreementsMethod())
              .addMethod(getSignAgreementMethod())
              .addMethod(getApproveAgreementMethod())
              .build();
        }
      }
    }
    return result;
  }
}
