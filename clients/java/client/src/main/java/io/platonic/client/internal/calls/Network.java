package io.platonic.client.internal.calls;

import java.util.Optional;

/**
 * The way to a service.
 *
 * @param endpoint its address
 * @param userAgent how requests name the client
 * @param proxy the proxy; empty if there is none, or if Java is told of one
 * @param authorities authorities in place of those of the platform
 */
public record Network(
    Endpoint endpoint, String userAgent, Optional<HttpProxy> proxy, Optional<Authorities> authorities) {}
