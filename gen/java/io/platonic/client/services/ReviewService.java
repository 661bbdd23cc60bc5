// Code generated from the contract. DO NOT EDIT.
package io.platonic.client.services;

import io.platonic.client.Calls;
import java.util.concurrent.CompletableFuture;

/** Decisions of reviewers, third parties and administrators about identities. LEVEL_ENHANCED and higher levels require them. */
public final class ReviewService {
  private final Calls calls;

  ReviewService(Calls calls) {
    this.calls = calls;
  }

  /**
   * Submits documents for a level. Each level has one open case at a time. Further calls add documents to it until the first reviewer has approved it.
   *
   * @param request the request
   * @return the answer
   */
  public io.platonic.identity.v1.SubmitDocumentsResponse submitDocuments(io.platonic.identity.v1.SubmitDocumentsRequest request) {
    return calls.call(io.platonic.identity.v1.ReviewServiceGrpc.getSubmitDocumentsMethod(), request);
  }

  /**
   * Submits documents for a level. Each level has one open case at a time. Further calls add documents to it until the first reviewer has approved it. Does not block.
   *
   * @param request the request
   * @return the answer; cancelling it ends the call
   */
  public CompletableFuture<io.platonic.identity.v1.SubmitDocumentsResponse> submitDocumentsAsync(io.platonic.identity.v1.SubmitDocumentsRequest request) {
    return calls.callAsync(io.platonic.identity.v1.ReviewServiceGrpc.getSubmitDocumentsMethod(), request);
  }

  /**
   * Lists the cases of an identity, or the pending cases of all identities, oldest first.
   *
   * @param request the request
   * @return the answer
   */
  public io.platonic.identity.v1.ListCasesResponse listCases(io.platonic.identity.v1.ListCasesRequest request) {
    return calls.call(io.platonic.identity.v1.ReviewServiceGrpc.getListCasesMethod(), request);
  }

  /**
   * Lists the cases of an identity, or the pending cases of all identities, oldest first. Does not block.
   *
   * @param request the request
   * @return the answer; cancelling it ends the call
   */
  public CompletableFuture<io.platonic.identity.v1.ListCasesResponse> listCasesAsync(io.platonic.identity.v1.ListCasesRequest request) {
    return calls.callAsync(io.platonic.identity.v1.ReviewServiceGrpc.getListCasesMethod(), request);
  }

  /**
   * Reads a document for review.
   *
   * @param request the request
   * @return the answer
   */
  public io.platonic.identity.v1.GetDocumentResponse getDocument(io.platonic.identity.v1.GetDocumentRequest request) {
    return calls.call(io.platonic.identity.v1.ReviewServiceGrpc.getGetDocumentMethod(), request);
  }

  /**
   * Reads a document for review. Does not block.
   *
   * @param request the request
   * @return the answer; cancelling it ends the call
   */
  public CompletableFuture<io.platonic.identity.v1.GetDocumentResponse> getDocumentAsync(io.platonic.identity.v1.GetDocumentRequest request) {
    return calls.callAsync(io.platonic.identity.v1.ReviewServiceGrpc.getGetDocumentMethod(), request);
  }

  /**
   * Records the decision of a reviewer. LEVEL_ENHANCED requires one approval, LEVEL_BUSINESS those of two different reviewers; one rejection ends the case. Reviewers cannot decide on their own documents.
   *
   * @param request the request
   * @return the answer
   */
  public io.platonic.identity.v1.DecideCaseResponse decideCase(io.platonic.identity.v1.DecideCaseRequest request) {
    return calls.call(io.platonic.identity.v1.ReviewServiceGrpc.getDecideCaseMethod(), request);
  }

  /**
   * Records the decision of a reviewer. LEVEL_ENHANCED requires one approval, LEVEL_BUSINESS those of two different reviewers; one rejection ends the case. Reviewers cannot decide on their own documents. Does not block.
   *
   * @param request the request
   * @return the answer; cancelling it ends the call
   */
  public CompletableFuture<io.platonic.identity.v1.DecideCaseResponse> decideCaseAsync(io.platonic.identity.v1.DecideCaseRequest request) {
    return calls.callAsync(io.platonic.identity.v1.ReviewServiceGrpc.getDecideCaseMethod(), request);
  }

  /**
   * Asks a third party to check the identity. While the case is pending, further calls send the same request again.
   *
   * @param request the request
   * @return the answer
   */
  public io.platonic.identity.v1.RequestComplianceResponse requestCompliance(io.platonic.identity.v1.RequestComplianceRequest request) {
    return calls.call(io.platonic.identity.v1.ReviewServiceGrpc.getRequestComplianceMethod(), request);
  }

  /**
   * Asks a third party to check the identity. While the case is pending, further calls send the same request again. Does not block.
   *
   * @param request the request
   * @return the answer; cancelling it ends the call
   */
  public CompletableFuture<io.platonic.identity.v1.RequestComplianceResponse> requestComplianceAsync(io.platonic.identity.v1.RequestComplianceRequest request) {
    return calls.callAsync(io.platonic.identity.v1.ReviewServiceGrpc.getRequestComplianceMethod(), request);
  }

  /**
   * Records the decision of the third party. The call is authenticated by the signature of its message and needs no credentials. The message is that of standardwebhooks.com; its headers and its body are fields, so that it is the same on every protocol, and <code>payload</code> holds exactly the text that was signed. A repeated message gets the same response and changes nothing.
   *
   * @param request the request
   * @return the answer
   */
  public io.platonic.identity.v1.DecideComplianceResponse decideCompliance(io.platonic.identity.v1.DecideComplianceRequest request) {
    return calls.call(io.platonic.identity.v1.ReviewServiceGrpc.getDecideComplianceMethod(), request);
  }

  /**
   * Records the decision of the third party. The call is authenticated by the signature of its message and needs no credentials. The message is that of standardwebhooks.com; its headers and its body are fields, so that it is the same on every protocol, and <code>payload</code> holds exactly the text that was signed. A repeated message gets the same response and changes nothing. Does not block.
   *
   * @param request the request
   * @return the answer; cancelling it ends the call
   */
  public CompletableFuture<io.platonic.identity.v1.DecideComplianceResponse> decideComplianceAsync(io.platonic.identity.v1.DecideComplianceRequest request) {
    return calls.callAsync(io.platonic.identity.v1.ReviewServiceGrpc.getDecideComplianceMethod(), request);
  }

  /**
   * Offers an agreement to the representative of an organisation.
   *
   * @param request the request
   * @return the answer
   */
  public io.platonic.identity.v1.OfferAgreementResponse offerAgreement(io.platonic.identity.v1.OfferAgreementRequest request) {
    return calls.call(io.platonic.identity.v1.ReviewServiceGrpc.getOfferAgreementMethod(), request);
  }

  /**
   * Offers an agreement to the representative of an organisation. Does not block.
   *
   * @param request the request
   * @return the answer; cancelling it ends the call
   */
  public CompletableFuture<io.platonic.identity.v1.OfferAgreementResponse> offerAgreementAsync(io.platonic.identity.v1.OfferAgreementRequest request) {
    return calls.callAsync(io.platonic.identity.v1.ReviewServiceGrpc.getOfferAgreementMethod(), request);
  }

  /**
   * Lists the agreements of an identity, oldest first.
   *
   * @param request the request
   * @return the answer
   */
  public io.platonic.identity.v1.ListAgreementsResponse listAgreements(io.platonic.identity.v1.ListAgreementsRequest request) {
    return calls.call(io.platonic.identity.v1.ReviewServiceGrpc.getListAgreementsMethod(), request);
  }

  /**
   * Lists the agreements of an identity, oldest first. Does not block.
   *
   * @param request the request
   * @return the answer; cancelling it ends the call
   */
  public CompletableFuture<io.platonic.identity.v1.ListAgreementsResponse> listAgreementsAsync(io.platonic.identity.v1.ListAgreementsRequest request) {
    return calls.callAsync(io.platonic.identity.v1.ReviewServiceGrpc.getListAgreementsMethod(), request);
  }

  /**
   * Records the representative's signature of an agreement.
   *
   * @param request the request
   * @return the answer
   */
  public io.platonic.identity.v1.SignAgreementResponse signAgreement(io.platonic.identity.v1.SignAgreementRequest request) {
    return calls.call(io.platonic.identity.v1.ReviewServiceGrpc.getSignAgreementMethod(), request);
  }

  /**
   * Records the representative's signature of an agreement. Does not block.
   *
   * @param request the request
   * @return the answer; cancelling it ends the call
   */
  public CompletableFuture<io.platonic.identity.v1.SignAgreementResponse> signAgreementAsync(io.platonic.identity.v1.SignAgreementRequest request) {
    return calls.callAsync(io.platonic.identity.v1.ReviewServiceGrpc.getSignAgreementMethod(), request);
  }

  /**
   * Records the approval of an administrator, given with a hardware key. The second approval concludes the agreement; it must come with other credentials and from another identity's hardware key.
   *
   * @param request the request
   * @return the answer
   */
  public io.platonic.identity.v1.ApproveAgreementResponse approveAgreement(io.platonic.identity.v1.ApproveAgreementRequest request) {
    return calls.call(io.platonic.identity.v1.ReviewServiceGrpc.getApproveAgreementMethod(), request);
  }

  /**
   * Records the approval of an administrator, given with a hardware key. The second approval concludes the agreement; it must come with other credentials and from another identity's hardware key. Does not block.
   *
   * @param request the request
   * @return the answer; cancelling it ends the call
   */
  public CompletableFuture<io.platonic.identity.v1.ApproveAgreementResponse> approveAgreementAsync(io.platonic.identity.v1.ApproveAgreementRequest request) {
    return calls.callAsync(io.platonic.identity.v1.ReviewServiceGrpc.getApproveAgreementMethod(), request);
  }
}
