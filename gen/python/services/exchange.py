"""Typed clients of ExchangeService. Code generated from the contract. DO NOT EDIT."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from typing import Any

from platonic.wallet.v1 import exchange_pb2 as wallet_v1_exchange
from platonic.wallet.v1 import exchange_service_pb2 as wallet_v1_exchange_service

from ._calls import AsyncCalls, Calls


class ExchangeService:
    """Exchange between tokens and currencies. A rejected exchange is a successful call with `success`
    false.
    """

    def __init__(self, calls: Calls) -> None:
        self._calls = calls
        self._methods: Any = wallet_v1_exchange_service.DESCRIPTOR.services_by_name["ExchangeService"].methods_by_name

    def list_rates(
        self, request: wallet_v1_exchange_service.ListRatesRequest, *, timeout: float | None = None
    ) -> wallet_v1_exchange_service.ListRatesResponse:
        """Lists the current rates."""
        return self._calls.unary(
            self._methods["ListRates"], request, wallet_v1_exchange_service.ListRatesResponse, timeout
        )

    def create_quote(
        self, request: wallet_v1_exchange_service.CreateQuoteRequest, *, timeout: float | None = None, idempotency_key: str | None = None
    ) -> wallet_v1_exchange_service.CreateQuoteResponse:
        """Quotes terms for an exchange, which are valid for seconds."""
        return self._calls.unary(
            self._methods["CreateQuote"], request, wallet_v1_exchange_service.CreateQuoteResponse, timeout, idempotency_key
        )

    def exchange(
        self, request: wallet_v1_exchange_service.ExchangeRequest, *, timeout: float | None = None, idempotency_key: str | None = None
    ) -> wallet_v1_exchange_service.ExchangeResponse:
        """Exchanges at a quote's terms, or at the current rate."""
        return self._calls.unary(
            self._methods["Exchange"], request, wallet_v1_exchange_service.ExchangeResponse, timeout, idempotency_key
        )

    def exchange_currencies(
        self, request: wallet_v1_exchange_service.ExchangeCurrenciesRequest, *, timeout: float | None = None, idempotency_key: str | None = None
    ) -> wallet_v1_exchange_service.ExchangeCurrenciesResponse:
        """Exchanges one external currency into another."""
        return self._calls.unary(
            self._methods["ExchangeCurrencies"], request, wallet_v1_exchange_service.ExchangeCurrenciesResponse, timeout, idempotency_key
        )

    def list_exchanges(
        self, request: wallet_v1_exchange_service.ListExchangesRequest, *, timeout: float | None = None
    ) -> wallet_v1_exchange_service.ListExchangesResponse:
        """Lists the successful exchanges of a wallet, newest first."""
        return self._calls.unary(
            self._methods["ListExchanges"], request, wallet_v1_exchange_service.ListExchangesResponse, timeout
        )

    def list_exchanges_items(
        self, request: wallet_v1_exchange_service.ListExchangesRequest, *, timeout: float | None = None
    ) -> Iterator[wallet_v1_exchange.ExchangeRecord]:
        """Lists the successful exchanges of a wallet, newest first. Yields the items of all pages, and asks
        for a page when it is needed.
        """
        return self._calls.items(self._methods["ListExchanges"], request, wallet_v1_exchange.ExchangeRecord, timeout)


class AsyncExchangeService:
    """Exchange between tokens and currencies. A rejected exchange is a successful call with `success`
    false.
    """

    def __init__(self, calls: AsyncCalls) -> None:
        self._calls = calls
        self._methods: Any = wallet_v1_exchange_service.DESCRIPTOR.services_by_name["ExchangeService"].methods_by_name

    async def list_rates(
        self, request: wallet_v1_exchange_service.ListRatesRequest, *, timeout: float | None = None
    ) -> wallet_v1_exchange_service.ListRatesResponse:
        """Lists the current rates."""
        return await self._calls.unary(
            self._methods["ListRates"], request, wallet_v1_exchange_service.ListRatesResponse, timeout
        )

    async def create_quote(
        self, request: wallet_v1_exchange_service.CreateQuoteRequest, *, timeout: float | None = None, idempotency_key: str | None = None
    ) -> wallet_v1_exchange_service.CreateQuoteResponse:
        """Quotes terms for an exchange, which are valid for seconds."""
        return await self._calls.unary(
            self._methods["CreateQuote"], request, wallet_v1_exchange_service.CreateQuoteResponse, timeout, idempotency_key
        )

    async def exchange(
        self, request: wallet_v1_exchange_service.ExchangeRequest, *, timeout: float | None = None, idempotency_key: str | None = None
    ) -> wallet_v1_exchange_service.ExchangeResponse:
        """Exchanges at a quote's terms, or at the current rate."""
        return await self._calls.unary(
            self._methods["Exchange"], request, wallet_v1_exchange_service.ExchangeResponse, timeout, idempotency_key
        )

    async def exchange_currencies(
        self, request: wallet_v1_exchange_service.ExchangeCurrenciesRequest, *, timeout: float | None = None, idempotency_key: str | None = None
    ) -> wallet_v1_exchange_service.ExchangeCurrenciesResponse:
        """Exchanges one external currency into another."""
        return await self._calls.unary(
            self._methods["ExchangeCurrencies"], request, wallet_v1_exchange_service.ExchangeCurrenciesResponse, timeout, idempotency_key
        )

    async def list_exchanges(
        self, request: wallet_v1_exchange_service.ListExchangesRequest, *, timeout: float | None = None
    ) -> wallet_v1_exchange_service.ListExchangesResponse:
        """Lists the successful exchanges of a wallet, newest first."""
        return await self._calls.unary(
            self._methods["ListExchanges"], request, wallet_v1_exchange_service.ListExchangesResponse, timeout
        )

    def list_exchanges_items(
        self, request: wallet_v1_exchange_service.ListExchangesRequest, *, timeout: float | None = None
    ) -> AsyncIterator[wallet_v1_exchange.ExchangeRecord]:
        """Lists the successful exchanges of a wallet, newest first. Yields the items of all pages, and asks
        for a page when it is needed.
        """
        return self._calls.items(self._methods["ListExchanges"], request, wallet_v1_exchange.ExchangeRecord, timeout)
