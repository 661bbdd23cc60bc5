"""Typed clients of GeocodeService. Code generated from the contract. DO NOT EDIT."""

from __future__ import annotations

from typing import Any

from platonic.geocode.v1 import requests_pb2 as geocode_v1_requests
from platonic.geocode.v1 import responses_pb2 as geocode_v1_responses
from platonic.geocode.v1 import service_pb2 as geocode_v1_service

from ._calls import AsyncCalls, Calls


class GeocodeService:
    """Geometric encoding: six pure operations on vectors and regular polyhedra. Equal requests get equal
    responses. Every call needs credentials and counts against the limits of their plan. A failure has
    one of the reasons of `fault.v1.Reason`.
    """

    def __init__(self, calls: Calls) -> None:
        self._calls = calls
        self._methods: Any = geocode_v1_service.DESCRIPTOR.services_by_name["GeocodeService"].methods_by_name

    def transform(
        self, request: geocode_v1_requests.TransformRequest, *, timeout: float | None = None
    ) -> geocode_v1_responses.TransformResponse:
        """Moves a vector between spaces of 3 to 13 dimensions."""
        return self._calls.unary(
            self._methods["Transform"], request, geocode_v1_responses.TransformResponse, timeout
        )

    def encode(
        self, request: geocode_v1_requests.EncodeRequest, *, timeout: float | None = None
    ) -> geocode_v1_responses.EncodeResponse:
        """Encodes data as weights on the vertices of a regular polyhedron."""
        return self._calls.unary(
            self._methods["Encode"], request, geocode_v1_responses.EncodeResponse, timeout
        )

    def decode(
        self, request: geocode_v1_requests.DecodeRequest, *, timeout: float | None = None
    ) -> geocode_v1_responses.DecodeResponse:
        """Decodes weights on the vertices of a regular polyhedron into a vector."""
        return self._calls.unary(
            self._methods["Decode"], request, geocode_v1_responses.DecodeResponse, timeout
        )

    def jitterbug(
        self, request: geocode_v1_requests.JitterbugRequest, *, timeout: float | None = None
    ) -> geocode_v1_responses.JitterbugResponse:
        """Folds one regular polyhedron, and the values on it, into another."""
        return self._calls.unary(
            self._methods["Jitterbug"], request, geocode_v1_responses.JitterbugResponse, timeout
        )

    def phi_resonance(
        self, request: geocode_v1_requests.PhiResonanceRequest, *, timeout: float | None = None
    ) -> geocode_v1_responses.PhiResonanceResponse:
        """Measures how closely a sequence follows golden growth, or changes it to follow more closely."""
        return self._calls.unary(
            self._methods["PhiResonance"], request, geocode_v1_responses.PhiResonanceResponse, timeout
        )

    def r_space(
        self, request: geocode_v1_requests.RSpaceRequest, *, timeout: float | None = None
    ) -> geocode_v1_responses.RSpaceResponse:
        """Transforms data in the space of the residues of a prime."""
        return self._calls.unary(
            self._methods["RSpace"], request, geocode_v1_responses.RSpaceResponse, timeout
        )


class AsyncGeocodeService:
    """Geometric encoding: six pure operations on vectors and regular polyhedra. Equal requests get equal
    responses. Every call needs credentials and counts against the limits of their plan. A failure has
    one of the reasons of `fault.v1.Reason`.
    """

    def __init__(self, calls: AsyncCalls) -> None:
        self._calls = calls
        self._methods: Any = geocode_v1_service.DESCRIPTOR.services_by_name["GeocodeService"].methods_by_name

    async def transform(
        self, request: geocode_v1_requests.TransformRequest, *, timeout: float | None = None
    ) -> geocode_v1_responses.TransformResponse:
        """Moves a vector between spaces of 3 to 13 dimensions."""
        return await self._calls.unary(
            self._methods["Transform"], request, geocode_v1_responses.TransformResponse, timeout
        )

    async def encode(
        self, request: geocode_v1_requests.EncodeRequest, *, timeout: float | None = None
    ) -> geocode_v1_responses.EncodeResponse:
        """Encodes data as weights on the vertices of a regular polyhedron."""
        return await self._calls.unary(
            self._methods["Encode"], request, geocode_v1_responses.EncodeResponse, timeout
        )

    async def decode(
        self, request: geocode_v1_requests.DecodeRequest, *, timeout: float | None = None
    ) -> geocode_v1_responses.DecodeResponse:
        """Decodes weights on the vertices of a regular polyhedron into a vector."""
        return await self._calls.unary(
            self._methods["Decode"], request, geocode_v1_responses.DecodeResponse, timeout
        )

    async def jitterbug(
        self, request: geocode_v1_requests.JitterbugRequest, *, timeout: float | None = None
    ) -> geocode_v1_responses.JitterbugResponse:
        """Folds one regular polyhedron, and the values on it, into another."""
        return await self._calls.unary(
            self._methods["Jitterbug"], request, geocode_v1_responses.JitterbugResponse, timeout
        )

    async def phi_resonance(
        self, request: geocode_v1_requests.PhiResonanceRequest, *, timeout: float | None = None
    ) -> geocode_v1_responses.PhiResonanceResponse:
        """Measures how closely a sequence follows golden growth, or changes it to follow more closely."""
        return await self._calls.unary(
            self._methods["PhiResonance"], request, geocode_v1_responses.PhiResonanceResponse, timeout
        )

    async def r_space(
        self, request: geocode_v1_requests.RSpaceRequest, *, timeout: float | None = None
    ) -> geocode_v1_responses.RSpaceResponse:
        """Transforms data in the space of the residues of a prime."""
        return await self._calls.unary(
            self._methods["RSpace"], request, geocode_v1_responses.RSpaceResponse, timeout
        )
