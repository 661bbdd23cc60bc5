// Code generated from the contract. DO NOT EDIT.
package io.platonic.client.services;

import io.platonic.client.Calls;
import java.util.concurrent.CompletableFuture;

/** Identity verification: challenges, their responses, and levels. */
public final class VerificationService {
  private final Calls calls;

  VerificationService(Calls calls) {
    this.calls = calls;
  }

  /**
   * Starts a challenge: sends a code, or returns the parameters that the client needs. It ends a pending challenge of the same method.
   *
   * @param request the request
   * @return the answer
   */
  public io.platonic.identity.v1.RequestChallengeResponse requestChallenge(io.platonic.identity.v1.RequestChallengeRequest request) {
    return calls.call(io.platonic.identity.v1.VerificationServiceGrpc.getRequestChallengeMethod(), request);
  }

  /**
   * Starts a challenge: sends a code, or returns the parameters that the client needs. It ends a pending challenge of the same method. Does not block.
   *
   * @param request the request
   * @return the answer; cancelling it ends the call
   */
  public CompletableFuture<io.platonic.identity.v1.RequestChallengeResponse> requestChallengeAsync(io.platonic.identity.v1.RequestChallengeRequest request) {
    return calls.callAsync(io.platonic.identity.v1.VerificationServiceGrpc.getRequestChallengeMethod(), request);
  }

  /**
   * Submits the response to a challenge. A wrong response is a successful call that uses up one attempt. A challenge is passed by one response: once it has passed, failed or expired, the answer is <code>STATE_INVALID</code>.
   *
   * @param request the request
   * @return the answer
   */
  public io.platonic.identity.v1.SubmitResponseResponse submitResponse(io.platonic.identity.v1.SubmitResponseRequest request) {
    return calls.call(io.platonic.identity.v1.VerificationServiceGrpc.getSubmitResponseMethod(), request);
  }

  /**
   * Submits the response to a challenge. A wrong response is a successful call that uses up one attempt. A challenge is passed by one response: once it has passed, failed or expired, the answer is <code>STATE_INVALID</code>. Does not block.
   *
   * @param request the request
   * @return the answer; cancelling it ends the call
   */
  public CompletableFuture<io.platonic.identity.v1.SubmitResponseResponse> submitResponseAsync(io.platonic.identity.v1.SubmitResponseRequest request) {
    return calls.callAsync(io.platonic.identity.v1.VerificationServiceGrpc.getSubmitResponseMethod(), request);
  }

  /**
   * Lists the pending challenges of an identity, oldest first, without their parameters.
   *
   * @param request the request
   * @return the answer
   */
  public io.platonic.identity.v1.ListChallengesResponse listChallenges(io.platonic.identity.v1.ListChallengesRequest request) {
    return calls.call(io.platonic.identity.v1.VerificationServiceGrpc.getListChallengesMethod(), request);
  }

  /**
   * Lists the pending challenges of an identity, oldest first, without their parameters. Does not block.
   *
   * @param request the request
   * @return the answer; cancelling it ends the call
   */
  public CompletableFuture<io.platonic.identity.v1.ListChallengesResponse> listChallengesAsync(io.platonic.identity.v1.ListChallengesRequest request) {
    return calls.callAsync(io.platonic.identity.v1.VerificationServiceGrpc.getListChallengesMethod(), request);
  }

  /**
   * Unlocks a factor that was locked after 100 wrong responses in a row. A session needs a fresh proof of the identity.
   *
   * @param request the request
   * @return the answer
   */
  public io.platonic.identity.v1.UnlockFactorResponse unlockFactor(io.platonic.identity.v1.UnlockFactorRequest request) {
    return calls.call(io.platonic.identity.v1.VerificationServiceGrpc.getUnlockFactorMethod(), request);
  }

  /**
   * Unlocks a factor that was locked after 100 wrong responses in a row. A session needs a fresh proof of the identity. Does not block.
   *
   * @param request the request
   * @return the answer; cancelling it ends the call
   */
  public CompletableFuture<io.platonic.identity.v1.UnlockFactorResponse> unlockFactorAsync(io.platonic.identity.v1.UnlockFactorRequest request) {
    return calls.callAsync(io.platonic.identity.v1.VerificationServiceGrpc.getUnlockFactorMethod(), request);
  }

  /**
   * Issues ten new recovery codes to an identity with a second factor. Those before end at once, and a notice goes to its e-mail address. A session needs a fresh proof of the identity.
   *
   * @param request the request
   * @return the answer
   */
  public io.platonic.identity.v1.RenewRecoveryCodesResponse renewRecoveryCodes(io.platonic.identity.v1.RenewRecoveryCodesRequest request) {
    return calls.call(io.platonic.identity.v1.VerificationServiceGrpc.getRenewRecoveryCodesMethod(), request);
  }

  /**
   * Issues ten new recovery codes to an identity with a second factor. Those before end at once, and a notice goes to its e-mail address. A session needs a fresh proof of the identity. Does not block.
   *
   * @param request the request
   * @return the answer; cancelling it ends the call
   */
  public CompletableFuture<io.platonic.identity.v1.RenewRecoveryCodesResponse> renewRecoveryCodesAsync(io.platonic.identity.v1.RenewRecoveryCodesRequest request) {
    return calls.callAsync(io.platonic.identity.v1.VerificationServiceGrpc.getRenewRecoveryCodesMethod(), request);
  }

  /**
   * Reads the level of an identity, its factors, and what the next level still requires.
   *
   * @param request the request
   * @return the answer
   */
  public io.platonic.identity.v1.GetVerificationStatusResponse getVerificationStatus(io.platonic.identity.v1.GetVerificationStatusRequest request) {
    return calls.call(io.platonic.identity.v1.VerificationServiceGrpc.getGetVerificationStatusMethod(), request);
  }

  /**
   * Reads the level of an identity, its factors, and what the next level still requires. Does not block.
   *
   * @param request the request
   * @return the answer; cancelling it ends the call
   */
  public CompletableFuture<io.platonic.identity.v1.GetVerificationStatusResponse> getVerificationStatusAsync(io.platonic.identity.v1.GetVerificationStatusRequest request) {
    return calls.callAsync(io.platonic.identity.v1.VerificationServiceGrpc.getGetVerificationStatusMethod(), request);
  }

  /**
   * Moves an identity to the next level if all of its requirements are proven, or down to any lower level. Moving down ends the identity's sessions; a session needs a fresh proof for it. A request for the level that it has changes nothing.
   *
   * @param request the request
   * @return the answer
   */
  public io.platonic.identity.v1.RequestLevelResponse requestLevel(io.platonic.identity.v1.RequestLevelRequest request) {
    return calls.call(io.platonic.identity.v1.VerificationServiceGrpc.getRequestLevelMethod(), request);
  }

  /**
   * Moves an identity to the next level if all of its requirements are proven, or down to any lower level. Moving down ends the identity's sessions; a session needs a fresh proof for it. A request for the level that it has changes nothing. Does not block.
   *
   * @param request the request
   * @return the answer; cancelling it ends the call
   */
  public CompletableFuture<io.platonic.identity.v1.RequestLevelResponse> requestLevelAsync(io.platonic.identity.v1.RequestLevelRequest request) {
    return calls.callAsync(io.platonic.identity.v1.VerificationServiceGrpc.getRequestLevelMethod(), request);
  }
}
