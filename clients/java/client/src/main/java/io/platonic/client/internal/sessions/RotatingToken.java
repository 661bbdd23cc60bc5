package io.platonic.client.internal.sessions;

import static io.platonic.client.internal.encoding.Bytes.base64url;
import static io.platonic.client.internal.encoding.Bytes.hkdfSha256;
import static io.platonic.client.internal.encoding.Bytes.hmacSha256;
import static io.platonic.client.internal.encoding.Bytes.joined;
import static io.platonic.client.internal.encoding.Bytes.sha256;
import static io.platonic.client.internal.encoding.Bytes.u32;
import static io.platonic.client.internal.encoding.Bytes.u64;
import static io.platonic.client.internal.encoding.Bytes.utf8;

import io.platonic.client.internal.encoding.Json;
import io.platonic.client.internal.signatures.Identity;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A rotating token before it is signed (docs/rotating-token.md).
 *
 * @param audience the audience of the service
 * @param clientId id of the client
 * @param scope words with a space between; may be empty
 * @param issuedAt seconds since 1970
 * @param lifetimeSeconds at most the window
 * @param windowSeconds the rotation window of the service
 * @param counter higher than that of every earlier token
 * @param tokenId 16 random bytes
 * @param challenge nonce of a challenge; empty: none
 * @param channelBinding 32 bytes as base64url; empty: none
 */
public record RotatingToken(
    String audience,
    String clientId,
    String scope,
    long issuedAt,
    long lifetimeSeconds,
    long windowSeconds,
    long counter,
    byte[] tokenId,
    String challenge,
    String channelBinding) {

  /** Signs the token and computes its code. */
  public String mint(Identity identity) {
    String header = segment(ordered("typ", "wrt+jwt", "alg", "EdDSA", "kid", identity.keyId()));
    Map<String, Object> claims = ordered(
        "sub", identity.id(), "aud", audience, "client_id", clientId, "scope", scope,
        "iat", issuedAt, "exp", issuedAt + lifetimeSeconds, "jti", base64url(tokenId));
    if (!challenge.isEmpty()) claims.put("chal", challenge);
    if (!channelBinding.isEmpty()) claims.put("cb", channelBinding);
    long window = Math.floorDiv(issuedAt, windowSeconds);
    byte[] code = code(identity, window, digest(identity, header));
    claims.put("rot", ordered("kid", "v" + identity.rotationVersion(), "w", window, "n", counter, "code", base64url(code)));
    String signingInput = header + "." + segment(claims);
    return signingInput + "." + base64url(identity.sign(utf8(signingInput)));
  }

  private byte[] digest(Identity identity, String header) {
    return sha256(
        text("platonic rotation claims v1"),
        text(header),
        text(identity.id()),
        text(audience),
        text(clientId),
        text(scope),
        u64(issuedAt),
        u64(issuedAt + lifetimeSeconds),
        text(base64url(tokenId)),
        text(challenge),
        text(channelBinding),
        text("v" + identity.rotationVersion()));
  }

  /** Computes the code by a key that is bound to the client. */
  private byte[] code(Identity identity, long window, byte[] digest) {
    byte[] info = utf8("platonic rotation v" + identity.rotationVersion() + "|" + clientId);
    byte[] clientKey = hkdfSha256(identity.rotationSecret(), utf8(identity.id()), info);
    return hmacSha256(
        clientKey, text("platonic rotation code v1"), u32(identity.rotationVersion()), u64(window), u64(counter), digest);
  }

  /** Encodes a text as its length in 4 bytes and UTF-8. */
  private static byte[] text(String value) {
    byte[] bytes = utf8(value);
    return joined(u32(bytes.length), bytes);
  }

  private static String segment(Map<String, Object> members) {
    return base64url(utf8(Json.text(members)));
  }

  private static Map<String, Object> ordered(Object... namesAndValues) {
    Map<String, Object> members = new LinkedHashMap<>();
    for (int i = 0; i < namesAndValues.length; i += 2) members.put((String) namesAndValues[i], namesAndValues[i + 1]);
    return members;
  }
}
