package io.platonic.client.internal.calls;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Locale;
import java.util.Properties;
import java.util.regex.Pattern;

/** The name and the version by which the client introduces itself to services. */
public final class OwnName {
  private static final Pattern PRODUCT = Pattern.compile("[!-~]+( [!-~]+)*");

  private OwnName() {}

  /** Returns the version of the client, which its build has written. */
  public static String version() {
    try (InputStream file = OwnName.class.getResourceAsStream("version.properties")) {
      Properties properties = new Properties();
      properties.load(file);
      return properties.getProperty("version");
    } catch (IOException unreadable) {
      throw new UncheckedIOException("the package of the client is damaged: it has no version.properties", unreadable);
    }
  }

  /** Returns the value of User-Agent: that of the caller's product if it is not empty, then that of the client. */
  public static String userAgent(String product) {
    String system = System.getProperty("os.name").toLowerCase(Locale.ROOT).replaceFirst("^mac os.*", "macos").split(" ")[0];
    String own = "platonic-client-java/" + version() + " (java " + System.getProperty("java.version") + "; " + system + " "
        + System.getProperty("os.arch") + ")";
    return product.isEmpty() ? own : product + " " + own;
  }

  /** Refuses what cannot be a part of a header. */
  public static String checkedProduct(String product) {
    if (PRODUCT.matcher(product).matches()) return product;
    throw new IllegalArgumentException(
        "a user agent is printable ASCII such as shop/2.1, with single spaces between its parts, which this is not: " + product);
  }
}
