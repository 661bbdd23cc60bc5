// Code generated from the contract. DO NOT EDIT.
package io.platonic.client.services;

import io.platonic.client.Calls;
import java.util.concurrent.CompletableFuture;

/** Authentication by a rotating signed token, and the sessions that it opens. Methods that answer in pages can be iterated, too. */
public final class AuthenticationService {
  private final Calls calls;

  AuthenticationService(Calls calls) {
    this.calls = calls;
  }

  /**
   * Returns what a client needs to mint a token: a nonce that the token may carry, its audience, and its rotation window. A token with the nonce must keep to the request: its client, its scope if there is one, and its lifetime.
   *
   * @param request the request
   * @return the answer
   */
  public io.platonic.identity.v1.CreateChallengeResponse createChallenge(io.platonic.identity.v1.CreateChallengeRequest request) {
    return calls.call(io.platonic.identity.v1.AuthenticationServiceGrpc.getCreateChallengeMethod(), request);
  }

  /**
   * Returns what a client needs to mint a token: a nonce that the token may carry, its audience, and its rotation window. A token with the nonce must keep to the request: its client, its scope if there is one, and its lifetime. Does not block.
   *
   * @param request the request
   * @return the answer; cancelling it ends the call
   */
  public CompletableFuture<io.platonic.identity.v1.CreateChallengeResponse> createChallengeAsync(io.platonic.identity.v1.CreateChallengeRequest request) {
    return calls.callAsync(io.platonic.identity.v1.AuthenticationServiceGrpc.getCreateChallengeMethod(), request);
  }

  /**
   * Mints a token for an identity whose signing key is in the vault. A session that is opened by a token which another session requested has no higher level, no more rights and no later end than that session, and ends with it.
   *
   * @param request the request
   * @return the answer
   */
  public io.platonic.identity.v1.RequestTokenResponse requestToken(io.platonic.identity.v1.RequestTokenRequest request) {
    return calls.call(io.platonic.identity.v1.AuthenticationServiceGrpc.getRequestTokenMethod(), request);
  }

  /**
   * Mints a token for an identity whose signing key is in the vault. A session that is opened by a token which another session requested has no higher level, no more rights and no later end than that session, and ends with it. Does not block.
   *
   * @param request the request
   * @return the answer; cancelling it ends the call
   */
  public CompletableFuture<io.platonic.identity.v1.RequestTokenResponse> requestTokenAsync(io.platonic.identity.v1.RequestTokenRequest request) {
    return calls.callAsync(io.platonic.identity.v1.AuthenticationServiceGrpc.getRequestTokenMethod(), request);
  }

  /**
   * Verifies and consumes a token and opens a session. A rejected token is a successful call with <code>success</code> false.
   *
   * @param request the request
   * @return the answer
   */
  public io.platonic.identity.v1.AuthenticateResponse authenticate(io.platonic.identity.v1.AuthenticateRequest request) {
    return calls.call(io.platonic.identity.v1.AuthenticationServiceGrpc.getAuthenticateMethod(), request);
  }

  /**
   * Verifies and consumes a token and opens a session. A rejected token is a successful call with <code>success</code> false. Does not block.
   *
   * @param request the request
   * @return the answer; cancelling it ends the call
   */
  public CompletableFuture<io.platonic.identity.v1.AuthenticateResponse> authenticateAsync(io.platonic.identity.v1.AuthenticateRequest request) {
    return calls.callAsync(io.platonic.identity.v1.AuthenticationServiceGrpc.getAuthenticateMethod(), request);
  }

  /**
   * Ends the caller's session.
   *
   * @param request the request
   * @return the answer
   */
  public io.platonic.identity.v1.LogoutResponse logout(io.platonic.identity.v1.LogoutRequest request) {
    return calls.call(io.platonic.identity.v1.AuthenticationServiceGrpc.getLogoutMethod(), request);
  }

  /**
   * Ends the caller's session. Does not block.
   *
   * @param request the request
   * @return the answer; cancelling it ends the call
   */
  public CompletableFuture<io.platonic.identity.v1.LogoutResponse> logoutAsync(io.platonic.identity.v1.LogoutRequest request) {
    return calls.callAsync(io.platonic.identity.v1.AuthenticationServiceGrpc.getLogoutMethod(), request);
  }

  /**
   * Issues a short-lived JWT (RFC 7519) for the session, to be used with services that trust the keys at <code>/.well-known/jwks.json</code>. It carries the permissions of the session and its level (claim <code>acr</code>), is for one service alone, and cannot be revoked before it expires.
   *
   * @param request the request
   * @return the answer
   */
  public io.platonic.identity.v1.IssueJwtResponse issueJwt(io.platonic.identity.v1.IssueJwtRequest request) {
    return calls.call(io.platonic.identity.v1.AuthenticationServiceGrpc.getIssueJwtMethod(), request);
  }

  /**
   * Issues a short-lived JWT (RFC 7519) for the session, to be used with services that trust the keys at <code>/.well-known/jwks.json</code>. It carries the permissions of the session and its level (claim <code>acr</code>), is for one service alone, and cannot be revoked before it expires. Does not block.
   *
   * @param request the request
   * @return the answer; cancelling it ends the call
   */
  public CompletableFuture<io.platonic.identity.v1.IssueJwtResponse> issueJwtAsync(io.platonic.identity.v1.IssueJwtRequest request) {
    return calls.callAsync(io.platonic.identity.v1.AuthenticationServiceGrpc.getIssueJwtMethod(), request);
  }

  /**
   * Lists the open sessions of an identity, newest first.
   *
   * @param request the request
   * @return the answer
   */
  public io.platonic.identity.v1.ListSessionsResponse listSessions(io.platonic.identity.v1.ListSessionsRequest request) {
    return calls.call(io.platonic.identity.v1.AuthenticationServiceGrpc.getListSessionsMethod(), request);
  }

  /**
   * Lists the open sessions of an identity, newest first. Does not block.
   *
   * @param request the request
   * @return the answer; cancelling it ends the call
   */
  public CompletableFuture<io.platonic.identity.v1.ListSessionsResponse> listSessionsAsync(io.platonic.identity.v1.ListSessionsRequest request) {
    return calls.callAsync(io.platonic.identity.v1.AuthenticationServiceGrpc.getListSessionsMethod(), request);
  }

  /**
   * Ends a session, and those whose tokens it requested. Ending it again changes nothing.
   *
   * @param request the request
   * @return the answer
   */
  public io.platonic.identity.v1.RevokeSessionResponse revokeSession(io.platonic.identity.v1.RevokeSessionRequest request) {
    return calls.call(io.platonic.identity.v1.AuthenticationServiceGrpc.getRevokeSessionMethod(), request);
  }

  /**
   * Ends a session, and those whose tokens it requested. Ending it again changes nothing. Does not block.
   *
   * @param request the request
   * @return the answer; cancelling it ends the call
   */
  public CompletableFuture<io.platonic.identity.v1.RevokeSessionResponse> revokeSessionAsync(io.platonic.identity.v1.RevokeSessionRequest request) {
    return calls.callAsync(io.platonic.identity.v1.AuthenticationServiceGrpc.getRevokeSessionMethod(), request);
  }

  /**
   * Ends all sessions of an identity.
   *
   * @param request the request
   * @return the answer
   */
  public io.platonic.identity.v1.RevokeAllSessionsResponse revokeAllSessions(io.platonic.identity.v1.RevokeAllSessionsRequest request) {
    return calls.call(io.platonic.identity.v1.AuthenticationServiceGrpc.getRevokeAllSessionsMethod(), request);
  }

  /**
   * Ends all sessions of an identity. Does not block.
   *
   * @param request the request
   * @return the answer; cancelling it ends the call
   */
  public CompletableFuture<io.platonic.identity.v1.RevokeAllSessionsResponse> revokeAllSessionsAsync(io.platonic.identity.v1.RevokeAllSessionsRequest request) {
    return calls.callAsync(io.platonic.identity.v1.AuthenticationServiceGrpc.getRevokeAllSessionsMethod(), request);
  }

  /**
   * Lists the authentications of an identity, newest first.
   *
   * @param request the request
   * @return the answer
   */
  public io.platonic.identity.v1.ListAuthenticationEventsResponse listAuthenticationEvents(io.platonic.identity.v1.ListAuthenticationEventsRequest request) {
    return calls.call(io.platonic.identity.v1.AuthenticationServiceGrpc.getListAuthenticationEventsMethod(), request);
  }

  /**
   * Lists the authentications of an identity, newest first. Does not block.
   *
   * @param request the request
   * @return the answer; cancelling it ends the call
   */
  public CompletableFuture<io.platonic.identity.v1.ListAuthenticationEventsResponse> listAuthenticationEventsAsync(io.platonic.identity.v1.ListAuthenticationEventsRequest request) {
    return calls.callAsync(io.platonic.identity.v1.AuthenticationServiceGrpc.getListAuthenticationEventsMethod(), request);
  }

  /**
   * Lists the authentications of an identity, newest first. Asks for a page when it is needed.
   *
   * @param request the request
   * @return all items of all pages
   */
  public Iterable<io.platonic.identity.v1.AuthenticationEvent> iterateAuthenticationEvents(io.platonic.identity.v1.ListAuthenticationEventsRequest request) {
    return calls.iterate(io.platonic.identity.v1.AuthenticationServiceGrpc.getListAuthenticationEventsMethod(), request, io.platonic.identity.v1.AuthenticationEvent.class);
  }
}
