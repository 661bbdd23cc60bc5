"""Typed clients of ReviewService. Code generated from the contract. DO NOT EDIT."""

from __future__ import annotations

from typing import Any

from platonic.identity.v1 import review_service_pb2 as identity_v1_review_service

from ._calls import AsyncCalls, Calls


class ReviewService:
    """Decisions of reviewers, third parties and administrators about identities. LEVEL_ENHANCED and higher
    levels require them.
    """

    def __init__(self, calls: Calls) -> None:
        self._calls = calls
        self._methods: Any = identity_v1_review_service.DESCRIPTOR.services_by_name["ReviewService"].methods_by_name

    def submit_documents(
        self, request: identity_v1_review_service.SubmitDocumentsRequest, *, timeout: float | None = None, idempotency_key: str | None = None
    ) -> identity_v1_review_service.SubmitDocumentsResponse:
        """Submits documents for a level. Each level has one open case at a time. Further calls add documents
        to it until the first reviewer has approved it.
        """
        return self._calls.unary(
            self._methods["SubmitDocuments"], request, identity_v1_review_service.SubmitDocumentsResponse, timeout, idempotency_key
        )

    def list_cases(
        self, request: identity_v1_review_service.ListCasesRequest, *, timeout: float | None = None
    ) -> identity_v1_review_service.ListCasesResponse:
        """Lists the cases of an identity, or the pending cases of all identities, oldest first."""
        return self._calls.unary(
            self._methods["ListCases"], request, identity_v1_review_service.ListCasesResponse, timeout
        )

    def get_document(
        self, request: identity_v1_review_service.GetDocumentRequest, *, timeout: float | None = None
    ) -> identity_v1_review_service.GetDocumentResponse:
        """Reads a document for review."""
        return self._calls.unary(
            self._methods["GetDocument"], request, identity_v1_review_service.GetDocumentResponse, timeout
        )

    def decide_case(
        self, request: identity_v1_review_service.DecideCaseRequest, *, timeout: float | None = None, idempotency_key: str | None = None
    ) -> identity_v1_review_service.DecideCaseResponse:
        """Records the decision of a reviewer. LEVEL_ENHANCED requires one approval, LEVEL_BUSINESS those of
        two different reviewers; one rejection ends the case. Reviewers cannot decide on their own
        documents.
        """
        return self._calls.unary(
            self._methods["DecideCase"], request, identity_v1_review_service.DecideCaseResponse, timeout, idempotency_key
        )

    def request_compliance(
        self, request: identity_v1_review_service.RequestComplianceRequest, *, timeout: float | None = None, idempotency_key: str | None = None
    ) -> identity_v1_review_service.RequestComplianceResponse:
        """Asks a third party to check the identity. While the case is pending, further calls send the same
        request again.
        """
        return self._calls.unary(
            self._methods["RequestCompliance"], request, identity_v1_review_service.RequestComplianceResponse, timeout, idempotency_key
        )

    def decide_compliance(
        self, request: identity_v1_review_service.DecideComplianceRequest, *, timeout: float | None = None, idempotency_key: str | None = None
    ) -> identity_v1_review_service.DecideComplianceResponse:
        """Records the decision of the third party. The call is authenticated by the signature of its message
        and needs no credentials. The message is that of standardwebhooks.com; its headers and its body are
        fields, so that it is the same on every protocol, and `payload` holds exactly the text that was
        signed. A repeated message gets the same response and changes nothing.
        """
        return self._calls.unary(
            self._methods["DecideCompliance"], request, identity_v1_review_service.DecideComplianceResponse, timeout, idempotency_key
        )

    def offer_agreement(
        self, request: identity_v1_review_service.OfferAgreementRequest, *, timeout: float | None = None, idempotency_key: str | None = None
    ) -> identity_v1_review_service.OfferAgreementResponse:
        """Offers an agreement to the representative of an organisation."""
        return self._calls.unary(
            self._methods["OfferAgreement"], request, identity_v1_review_service.OfferAgreementResponse, timeout, idempotency_key
        )

    def list_agreements(
        self, request: identity_v1_review_service.ListAgreementsRequest, *, timeout: float | None = None
    ) -> identity_v1_review_service.ListAgreementsResponse:
        """Lists the agreements of an identity, oldest first."""
        return self._calls.unary(
            self._methods["ListAgreements"], request, identity_v1_review_service.ListAgreementsResponse, timeout
        )

    def sign_agreement(
        self, request: identity_v1_review_service.SignAgreementRequest, *, timeout: float | None = None, idempotency_key: str | None = None
    ) -> identity_v1_review_service.SignAgreementResponse:
        """Records the representative's signature of an agreement."""
        return self._calls.unary(
            self._methods["SignAgreement"], request, identity_v1_review_service.SignAgreementResponse, timeout, idempotency_key
        )

    def approve_agreement(
        self, request: identity_v1_review_service.ApproveAgreementRequest, *, timeout: float | None = None, idempotency_key: str | None = None
    ) -> identity_v1_review_service.ApproveAgreementResponse:
        """Records the approval of an administrator, given with a hardware key. The second approval concludes
        the agreement; it must come with other credentials and from another identity's hardware key.
        """
        return self._calls.unary(
            self._methods["ApproveAgreement"], request, identity_v1_review_service.ApproveAgreementResponse, timeout, idempotency_key
        )


class AsyncReviewService:
    """Decisions of reviewers, third parties and administrators about identities. LEVEL_ENHANCED and higher
    levels require them.
    """

    def __init__(self, calls: AsyncCalls) -> None:
        self._calls = calls
        self._methods: Any = identity_v1_review_service.DESCRIPTOR.services_by_name["ReviewService"].methods_by_name

    async def submit_documents(
        self, request: identity_v1_review_service.SubmitDocumentsRequest, *, timeout: float | None = None, idempotency_key: str | None = None
    ) -> identity_v1_review_service.SubmitDocumentsResponse:
        """Submits documents for a level. Each level has one open case at a time. Further calls add documents
        to it until the first reviewer has approved it.
        """
        return await self._calls.unary(
            self._methods["SubmitDocuments"], request, identity_v1_review_service.SubmitDocumentsResponse, timeout, idempotency_key
        )

    async def list_cases(
        self, request: identity_v1_review_service.ListCasesRequest, *, timeout: float | None = None
    ) -> identity_v1_review_service.ListCasesResponse:
        """Lists the cases of an identity, or the pending cases of all identities, oldest first."""
        return await self._calls.unary(
            self._methods["ListCases"], request, identity_v1_review_service.ListCasesResponse, timeout
        )

    async def get_document(
        self, request: identity_v1_review_service.GetDocumentRequest, *, timeout: float | None = None
    ) -> identity_v1_review_service.GetDocumentResponse:
        """Reads a document for review."""
        return await self._calls.unary(
            self._methods["GetDocument"], request, identity_v1_review_service.GetDocumentResponse, timeout
        )

    async def decide_case(
        self, request: identity_v1_review_service.DecideCaseRequest, *, timeout: float | None = None, idempotency_key: str | None = None
    ) -> identity_v1_review_service.DecideCaseResponse:
        """Records the decision of a reviewer. LEVEL_ENHANCED requires one approval, LEVEL_BUSINESS those of
        two different reviewers; one rejection ends the case. Reviewers cannot decide on their own
        documents.
        """
        return await self._calls.unary(
            self._methods["DecideCase"], request, identity_v1_review_service.DecideCaseResponse, timeout, idempotency_key
        )

    async def request_compliance(
        self, request: identity_v1_review_service.RequestComplianceRequest, *, timeout: float | None = None, idempotency_key: str | None = None
    ) -> identity_v1_review_service.RequestComplianceResponse:
        """Asks a third party to check the identity. While the case is pending, further calls send the same
        request again.
        """
        return await self._calls.unary(
            self._methods["RequestCompliance"], request, identity_v1_review_service.RequestComplianceResponse, timeout, idempotency_key
        )

    async def decide_compliance(
        self, request: identity_v1_review_service.DecideComplianceRequest, *, timeout: float | None = None, idempotency_key: str | None = None
    ) -> identity_v1_review_service.DecideComplianceResponse:
        """Records the decision of the third party. The call is authenticated by the signature of its message
        and needs no credentials. The message is that of standardwebhooks.com; its headers and its body are
        fields, so that it is the same on every protocol, and `payload` holds exactly the text that was
        signed. A repeated message gets the same response and changes nothing.
        """
        return await self._calls.unary(
            self._methods["DecideCompliance"], request, identity_v1_review_service.DecideComplianceResponse, timeout, idempotency_key
        )

    async def offer_agreement(
        self, request: identity_v1_review_service.OfferAgreementRequest, *, timeout: float | None = None, idempotency_key: str | None = None
    ) -> identity_v1_review_service.OfferAgreementResponse:
        """Offers an agreement to the representative of an organisation."""
        return await self._calls.unary(
            self._methods["OfferAgreement"], request, identity_v1_review_service.OfferAgreementResponse, timeout, idempotency_key
        )

    async def list_agreements(
        self, request: identity_v1_review_service.ListAgreementsRequest, *, timeout: float | None = None
    ) -> identity_v1_review_service.ListAgreementsResponse:
        """Lists the agreements of an identity, oldest first."""
        return await self._calls.unary(
            self._methods["ListAgreements"], request, identity_v1_review_service.ListAgreementsResponse, timeout
        )

    async def sign_agreement(
        self, request: identity_v1_review_service.SignAgreementRequest, *, timeout: float | None = None, idempotency_key: str | None = None
    ) -> identity_v1_review_service.SignAgreementResponse:
        """Records the representative's signature of an agreement."""
        return await self._calls.unary(
            self._methods["SignAgreement"], request, identity_v1_review_service.SignAgreementResponse, timeout, idempotency_key
        )

    async def approve_agreement(
        self, request: identity_v1_review_service.ApproveAgreementRequest, *, timeout: float | None = None, idempotency_key: str | None = None
    ) -> identity_v1_review_service.ApproveAgreementResponse:
        """Records the approval of an administrator, given with a hardware key. The second approval concludes
        the agreement; it must come with other credentials and from another identity's hardware key.
        """
        return await self._calls.unary(
            self._methods["ApproveAgreement"], request, identity_v1_review_service.ApproveAgreementResponse, timeout, idempotency_key
        )
