package io.platonic.client;

import java.time.Duration;
import java.util.Optional;

/**
 * One attempt of a call, as hooks are told of it when it has ended.
 *
 * @param method full name of the method, such as {@code geocode.v1.GeocodeService/Transform}
 * @param number number of the attempt, from 1
 * @param reason why it failed; empty if it did not
 * @param duration time from sending to the answer
 */
public record Attempt(String method, int number, Optional<Reason> reason, Duration duration) {}
