// Code generated from the contract. DO NOT EDIT.
package io.platonic.client.services;

import io.platonic.client.Calls;

/** The clients of all services of the contract. */
public abstract class Services implements Calls {
  /** Makes an object for subclasses of the client. */
  protected Services() {}

  /**
   * Returns the client of admin.v1.AuditService.
   *
   * @return the client
   */
  public AuditService auditService() {
    return new AuditService(this);
  }

  /**
   * Returns the client of admin.v1.BackupService.
   *
   * @return the client
   */
  public BackupService backupService() {
    return new BackupService(this);
  }

  /**
   * Returns the client of admin.v1.KeyService.
   *
   * @return the client
   */
  public KeyService keyService() {
    return new KeyService(this);
  }

  /**
   * Returns the client of admin.v1.LedgerService.
   *
   * @return the client
   */
  public LedgerService ledgerService() {
    return new LedgerService(this);
  }

  /**
   * Returns the client of admin.v1.OutboxService.
   *
   * @return the client
   */
  public OutboxService outboxService() {
    return new OutboxService(this);
  }

  /**
   * Returns the client of admin.v1.ProcessService.
   *
   * @return the client
   */
  public ProcessService processService() {
    return new ProcessService(this);
  }

  /**
   * Returns the client of admin.v1.UsageService.
   *
   * @return the client
   */
  public UsageService usageService() {
    return new UsageService(this);
  }

  /**
   * Returns the client of admin.v1.VaultService.
   *
   * @return the client
   */
  public VaultService vaultService() {
    return new VaultService(this);
  }

  /**
   * Returns the client of geocode.v1.GeocodeService.
   *
   * @return the client
   */
  public GeocodeService geocodeService() {
    return new GeocodeService(this);
  }

  /**
   * Returns the client of host.v1.KernelService.
   *
   * @return the client
   */
  public KernelService kernelService() {
    return new KernelService(this);
  }

  /**
   * Returns the client of host.v1.UserDatabaseService.
   *
   * @return the client
   */
  public UserDatabaseService userDatabaseService() {
    return new UserDatabaseService(this);
  }

  /**
   * Returns the client of identity.v1.AuthenticationService.
   *
   * @return the client
   */
  public AuthenticationService authenticationService() {
    return new AuthenticationService(this);
  }

  /**
   * Returns the client of identity.v1.IdentityService.
   *
   * @return the client
   */
  public IdentityService identityService() {
    return new IdentityService(this);
  }

  /**
   * Returns the client of identity.v1.ReviewService.
   *
   * @return the client
   */
  public ReviewService reviewService() {
    return new ReviewService(this);
  }

  /**
   * Returns the client of identity.v1.VerificationService.
   *
   * @return the client
   */
  public VerificationService verificationService() {
    return new VerificationService(this);
  }

  /**
   * Returns the client of wallet.v1.EventService.
   *
   * @return the client
   */
  public EventService eventService() {
    return new EventService(this);
  }

  /**
   * Returns the client of wallet.v1.ExchangeService.
   *
   * @return the client
   */
  public ExchangeService exchangeService() {
    return new ExchangeService(this);
  }

  /**
   * Returns the client of wallet.v1.HoldService.
   *
   * @return the client
   */
  public HoldService holdService() {
    return new HoldService(this);
  }

  /**
   * Returns the client of wallet.v1.TransactionService.
   *
   * @return the client
   */
  public TransactionService transactionService() {
    return new TransactionService(this);
  }

  /**
   * Returns the client of wallet.v1.WalletService.
   *
   * @return the client
   */
  public WalletService walletService() {
    return new WalletService(this);
  }

  /**
   * Returns the client of wallet.v1.WebhookService.
   *
   * @return the client
   */
  public WebhookService webhookService() {
    return new WebhookService(this);
  }
}
