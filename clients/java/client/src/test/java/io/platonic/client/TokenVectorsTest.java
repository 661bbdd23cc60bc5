package io.platonic.client;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.platonic.client.internal.encoding.Bytes;
import io.platonic.client.internal.encoding.Json;
import io.platonic.client.internal.sessions.RotatingToken;
import java.math.BigDecimal;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

class TokenVectorsTest {
  private final Map<String, Object> file = Vectors.read("rotating-tokens.json");

  @TestFactory
  Stream<DynamicTest> mintsTheTokensOfTheVectors() {
    return Vectors.list(file, "mint").stream().map(vector -> DynamicTest.dynamicTest(
        Json.string(vector, "name"), () -> assertEquals(Json.string(vector, "token"), minted(vector))));
  }

  private String minted(Map<String, Object> vector) {
    Map<String, Object> claims = Json.object(Json.string(vector, "payload"));
    long issuedAt = number(claims, "iat");
    long counter = number(Json.members(claims.get("rot")), "n");
    RotatingToken token = new RotatingToken(
        Json.string(claims, "aud"),
        Json.string(claims, "client_id"),
        Json.string(claims, "scope"),
        issuedAt,
        number(claims, "exp") - issuedAt,
        number(vector, "window_seconds"),
        counter,
        Bytes.fromBase64url(Json.string(claims, "jti")),
        (String) claims.getOrDefault("chal", ""),
        (String) claims.getOrDefault("cb", ""));
    return token.mint(credentials().identity());
  }

  private Credentials credentials() {
    Map<String, Object> identity = Json.members(file.get("identity"));
    Map<String, Object> key = Json.members(identity.get("signing_key"));
    Map<String, Object> rotation = Json.members(identity.get("rotation_key"));
    RotationKey rotationKey = new RotationKey((int) number(rotation, "version"), Vectors.hex(rotation, "secret_hex"));
    return new Credentials(
        Json.string(identity, "id"), Json.string(key, "id"), Vectors.hex(key, "private_key_hex"), rotationKey);
  }

  private static long number(Map<String, Object> members, String name) {
    return ((BigDecimal) members.get(name)).longValueExact();
  }
}
