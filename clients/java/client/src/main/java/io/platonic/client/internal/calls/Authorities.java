package io.platonic.client.internal.calls;

import io.platonic.client.internal.encoding.Bytes;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.util.Collection;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocketFactory;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;

/** Authorities whose certificates services may have, in place of those of the platform. */
public final class Authorities {
  private final TrustManager[] managers;

  private Authorities(TrustManager[] managers) {
    this.managers = managers;
  }

  /**
   * Reads certificates in the form of PEM.
   *
   * @throws IllegalArgumentException if there is none, or one that cannot be read
   */
  public static Authorities of(String pem) {
    try {
      Collection<? extends Certificate> certificates =
          CertificateFactory.getInstance("X.509").generateCertificates(new ByteArrayInputStream(Bytes.utf8(pem)));
      if (certificates.isEmpty()) throw new GeneralSecurityException("there is no certificate in the text");
      KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
      store.load(null, null);
      for (Certificate certificate : certificates) store.setCertificateEntry("authority " + store.size(), certificate);
      TrustManagerFactory factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
      factory.init(store);
      return new Authorities(factory.getTrustManagers());
    } catch (GeneralSecurityException | IOException malformed) {
      throw new IllegalArgumentException("certificates must be given as text that begins with -----BEGIN CERTIFICATE-----: "
          + malformed.getMessage(), malformed);
    }
  }

  /** Returns this for connections of gRPC. */
  TrustManager[] managers() {
    return managers.clone();
  }

  /** Returns this for connections of Java. */
  SSLSocketFactory sockets() {
    try {
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(null, managers, null);
      return context.getSocketFactory();
    } catch (GeneralSecurityException missing) {
      throw new IllegalStateException("this Java has no TLS", missing);
    }
  }
}
