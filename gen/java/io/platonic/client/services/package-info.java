/** Typed clients of all services of the contract, generated. */
package io.platonic.client.services;
