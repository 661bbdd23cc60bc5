// Code generated from the contract. DO NOT EDIT.
package io.platonic.client.services;

import io.platonic.client.Calls;
import java.util.concurrent.CompletableFuture;

/** Geometric encoding: six pure operations on vectors and regular polyhedra. Equal requests get equal responses. Every call needs credentials and counts against the limits of their plan. A failure has one of the reasons of <code>fault.v1.Reason</code>. */
public final class GeocodeService {
  private final Calls calls;

  GeocodeService(Calls calls) {
    this.calls = calls;
  }

  /**
   * Moves a vector between spaces of 3 to 13 dimensions.
   *
   * @param request the request
   * @return the answer
   */
  public io.platonic.geocode.v1.TransformResponse transform(io.platonic.geocode.v1.TransformRequest request) {
    return calls.call(io.platonic.geocode.v1.GeocodeServiceGrpc.getTransformMethod(), request);
  }

  /**
   * Moves a vector between spaces of 3 to 13 dimensions. Does not block.
   *
   * @param request the request
   * @return the answer; cancelling it ends the call
   */
  public CompletableFuture<io.platonic.geocode.v1.TransformResponse> transformAsync(io.platonic.geocode.v1.TransformRequest request) {
    return calls.callAsync(io.platonic.geocode.v1.GeocodeServiceGrpc.getTransformMethod(), request);
  }

  /**
   * Encodes data as weights on the vertices of a regular polyhedron.
   *
   * @param request the request
   * @return the answer
   */
  public io.platonic.geocode.v1.EncodeResponse encode(io.platonic.geocode.v1.EncodeRequest request) {
    return calls.call(io.platonic.geocode.v1.GeocodeServiceGrpc.getEncodeMethod(), request);
  }

  /**
   * Encodes data as weights on the vertices of a regular polyhedron. Does not block.
   *
   * @param request the request
   * @return the answer; cancelling it ends the call
   */
  public CompletableFuture<io.platonic.geocode.v1.EncodeResponse> encodeAsync(io.platonic.geocode.v1.EncodeRequest request) {
    return calls.callAsync(io.platonic.geocode.v1.GeocodeServiceGrpc.getEncodeMethod(), request);
  }

  /**
   * Decodes weights on the vertices of a regular polyhedron into a vector.
   *
   * @param request the request
   * @return the answer
   */
  public io.platonic.geocode.v1.DecodeResponse decode(io.platonic.geocode.v1.DecodeRequest request) {
    return calls.call(io.platonic.geocode.v1.GeocodeServiceGrpc.getDecodeMethod(), request);
  }

  /**
   * Decodes weights on the vertices of a regular polyhedron into a vector. Does not block.
   *
   * @param request the request
   * @return the answer; cancelling it ends the call
   */
  public CompletableFuture<io.platonic.geocode.v1.DecodeResponse> decodeAsync(io.platonic.geocode.v1.DecodeRequest request) {
    return calls.callAsync(io.platonic.geocode.v1.GeocodeServiceGrpc.getDecodeMethod(), request);
  }

  /**
   * Folds one regular polyhedron, and the values on it, into another.
   *
   * @param request the request
   * @return the answer
   */
  public io.platonic.geocode.v1.JitterbugResponse jitterbug(io.platonic.geocode.v1.JitterbugRequest request) {
    return calls.call(io.platonic.geocode.v1.GeocodeServiceGrpc.getJitterbugMethod(), request);
  }

  /**
   * Folds one regular polyhedron, and the values on it, into another. Does not block.
   *
   * @param request the request
   * @return the answer; cancelling it ends the call
   */
  public CompletableFuture<io.platonic.geocode.v1.JitterbugResponse> jitterbugAsync(io.platonic.geocode.v1.JitterbugRequest request) {
    return calls.callAsync(io.platonic.geocode.v1.GeocodeServiceGrpc.getJitterbugMethod(), request);
  }

  /**
   * Measures how closely a sequence follows golden growth, or changes it to follow more closely.
   *
   * @param request the request
   * @return the answer
   */
  public io.platonic.geocode.v1.PhiResonanceResponse phiResonance(io.platonic.geocode.v1.PhiResonanceRequest request) {
    return calls.call(io.platonic.geocode.v1.GeocodeServiceGrpc.getPhiResonanceMethod(), request);
  }

  /**
   * Measures how closely a sequence follows golden growth, or changes it to follow more closely. Does not block.
   *
   * @param request the request
   * @return the answer; cancelling it ends the call
   */
  public CompletableFuture<io.platonic.geocode.v1.PhiResonanceResponse> phiResonanceAsync(io.platonic.geocode.v1.PhiResonanceRequest request) {
    return calls.callAsync(io.platonic.geocode.v1.GeocodeServiceGrpc.getPhiResonanceMethod(), request);
  }

  /**
   * Transforms data in the space of the residues of a prime.
   *
   * @param request the request
   * @return the answer
   */
  public io.platonic.geocode.v1.RSpaceResponse rSpace(io.platonic.geocode.v1.RSpaceRequest request) {
    return calls.call(io.platonic.geocode.v1.GeocodeServiceGrpc.getRSpaceMethod(), request);
  }

  /**
   * Transforms data in the space of the residues of a prime. Does not block.
   *
   * @param request the request
   * @return the answer; cancelling it ends the call
   */
  public CompletableFuture<io.platonic.geocode.v1.RSpaceResponse> rSpaceAsync(io.platonic.geocode.v1.RSpaceRequest request) {
    return calls.callAsync(io.platonic.geocode.v1.GeocodeServiceGrpc.getRSpaceMethod(), request);
  }
}
