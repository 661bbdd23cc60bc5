// @module-tag slow/browser

import { type TOTP, URI } from "otpauth";
import type { BrowserContextOptions, Locator, Page } from "playwright-core";
import decodeQR from "qr/decode.js";
import { afterAll, expect, test } from "vitest";
import { freePorts } from "../../support/database/free-ports.ts";
import { ApiClient, freshName } from "../../support/identity/api-client.ts";
import {
  decide,
  hardwareKeyProof,
  newApplicant,
  newReviewer,
  pdf,
  registerDevice,
  sendDecision,
  signedDecision,
  startComplianceService,
} from "../../support/identity/applicant.ts";
import { createAuthenticator } from "../../support/identity/authenticator.ts";
import { freshAddress, lastCode, ownerOf, password } from "../../support/identity/owner.ts";
import {
  type Console,
  createAccount,
  describeConsole,
  isTooWide,
  screenshot,
  views,
  violationsOf,
} from "./console-page.ts";

// Passkeys are bound to an origin, which the service must know before it starts.
const [port] = await freePorts(1);
const origin = `http://localhost:${port}`;
const compliance = await startComplianceService();
afterAll(() => compliance.close());

const card = (tab: Page, title: string) =>
  tab.locator("section.card", { has: tab.getByRole("heading", { name: title }) });
const level = (tab: Page, name: string) => tab.locator("#level", { hasText: name }).waitFor();
const news = (tab: Page, text: string | RegExp) => tab.getByRole("status").filter({ hasText: text }).first().waitFor();

/** Opens the page as a new account, at a domain, with a passkey device. */
async function openAsNew(given: Console, options?: BrowserContextOptions) {
  const { tab, flaws } = await given.open("about:blank", options);
  await tab.goto(`${origin}/sign-in`);
  const session = await tab.context().newCDPSession(tab);
  await session.send("WebAuthn.enable");
  await session.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
    },
  });
  await createAccount(tab, freshName(), "/wallet/verification");
  await level(tab, "Not verified");
  return { tab, flaws: () => flaws.filter((flaw) => !flaw.startsWith(origin)), api: new ApiClient(given.server) };
}

async function typeCode(step: Locator, label: string, code: string): Promise<void> {
  await step.getByLabel(label, { exact: true }).fill(code);
  await step.getByRole("button", { name: "Confirm" }).click();
}

/** Proves an e-mail address, which is the first level. */
async function reachBasic(tab: Page, api: ApiClient): Promise<void> {
  const step = card(tab, "An address that is yours");
  await step.getByLabel("E-mail address").fill(freshAddress());
  await step.getByRole("button", { name: "Send a code" }).click();
  await step.getByLabel("Code", { exact: true }).waitFor();
  await typeCode(step, "Code", lastCode(api));
  await level(tab, "Basic");
}

async function setSecret(tab: Page, name: string, secret: string, again = secret): Promise<void> {
  const step = card(tab, "Something that you know");
  await step.getByRole("radio", { name }).check();
  await step.getByLabel(`New ${name}`).fill(secret);
  await step.getByLabel("Once more").fill(again);
  await step.getByRole("button", { name: `Set the ${name}` }).click();
}

/** Draws the QR code of the page, and returns its pixels, in Base64: Playwright looks at each number of a list. */
const pixelsOf = `(async () => {
  const element = document.querySelector("svg.qr");
  const image = new Image(400, 400);
  image.src = "data:image/svg+xml," + encodeURIComponent(new XMLSerializer().serializeToString(element));
  await image.decode();
  const canvas = Object.assign(document.createElement("canvas"), { width: 400, height: 400 });
  const context = canvas.getContext("2d");
  context.drawImage(image, 0, 0, 400, 400);
  const bytes = Array.from(context.getImageData(0, 0, 400, 400).data, (byte) => String.fromCharCode(byte));
  return btoa(bytes.join(""));
})()`;

/** Reads the QR code as a phone does, from the pixels of the picture. */
async function scanned(step: Locator): Promise<TOTP> {
  const svg = step.getByRole("img", { name: /^QR code/ });
  await svg.waitFor();
  const data = Uint8ClampedArray.from(Buffer.from(await step.page().evaluate<string>(pixelsOf), "base64"));
  return URI.parse(decodeQR({ width: 400, height: 400, data })) as TOTP;
}

/** Sets up an authenticator app; returns it with the recovery codes. */
async function setUpApp(tab: Page): Promise<{ app: TOTP; codes: string[] }> {
  const app = await enrolApp(tab);
  return { app, codes: await keepCodes(tab) };
}

/** Sets up an authenticator app, whether or not it comes with recovery codes. */
async function enrolApp(tab: Page): Promise<TOTP> {
  const step = card(tab, "Something that you have");
  await step.getByRole("button", { name: "Set up an app" }).click();
  const app = await scanned(step);
  await step.getByText(app.secret.base32, { exact: true }).waitFor();
  await typeCode(step, "Code of the app", app.generate());
  return app;
}

/** Reads the new recovery codes, and says that they are kept. */
async function keepCodes(tab: Page): Promise<string[]> {
  const kept = card(tab, "Keep your recovery codes");
  await kept.waitFor();
  const codes = await kept.locator("code").allTextContents();
  await kept.getByRole("button", { name: "I have kept them" }).click();
  return codes;
}

async function reachStandard(tab: Page, api: ApiClient) {
  await reachBasic(tab, api);
  await setSecret(tab, "password", password);
  await news(tab, "Your password is set.");
  const set = await setUpApp(tab);
  await level(tab, "Standard");
  return set;
}

async function submit(step: Locator, name: string): Promise<void> {
  await step.locator("input[type=file]").setInputFiles({ name, mimeType: "application/pdf", buffer: pdf });
  await step.getByRole("button", { name: "Submit for review" }).click();
  await step.getByText("waiting for review").waitFor();
}

async function pendingCase(api: ApiClient, reviewer: string): Promise<string> {
  return (await api.call("GET", "/api/verification/cases", undefined, reviewer)).body.result.cases[0].id;
}

const identityOf = (tab: Page) => tab.evaluate<string>("JSON.parse(localStorage.getItem('session')).identityId");

/** Opens a session to which its identity has proven nothing: one that another session has asked for. */
async function unprovenSession(api: ApiClient, identityId: string, session: string): Promise<string> {
  await api.call("POST", `/api/identities/${identityId}/keys`, {}, session);
  const request = { identity_id: identityId, client_id: "app" };
  const { body } = await api.call("POST", "/api/authentication/token", request, session);
  return (await api.authenticate(body.result.token)).session_token;
}

describeConsole(
  "verification in the console",
  (given) => {
    test("brings a new account from nothing to Enhanced, step by step in the page", async () => {
      const { tab, flaws, api } = await openAsNew(given());
      await reachBasic(tab, api);
      await setSecret(tab, "password", password, "another one than that");
      await tab.getByRole("alert").filter({ hasText: "The two are not the same" }).waitFor();
      await setSecret(tab, "password", password);
      await news(tab, "Your password is set.");
      const { codes } = await setUpApp(tab);
      expect(codes).toHaveLength(10);
      await level(tab, "Standard");
      const passkey = card(tab, "A passkey that knows you");
      await passkey.getByRole("button", { name: "Register a passkey" }).click();
      await news(tab, "Your passkey is registered.");
      const documents = card(tab, "Who you are");
      await submit(documents, "passport.pdf");
      const reviewer = await newReviewer(api);
      await decide(api, await pendingCase(api, reviewer), reviewer, "DECISION_REJECT", "The photograph is cut off.");
      await tab.clock.install();
      await tab.reload();
      await documents.getByText("The photograph is cut off.").waitFor();
      await submit(documents, "whole passport.pdf");
      await documents.getByText("whole passport.pdf").waitFor();
      await decide(api, await pendingCase(api, reviewer), reviewer);
      await tab.clock.runFor(10_000);
      await news(tab, "Your level is Enhanced now.");
      const proven = await card(tab, "What is proven").locator("li strong").allTextContents();
      expect(proven.map((one) => one.split(" ")[0])).toEqual([
        "E-mail",
        "Password",
        "Authenticator",
        "Passkey",
        "Recovery",
        "Documents",
      ]);
      expect(flaws()).toEqual([]);
    });

    test("brings an organisation on to Enterprise, whose agreement it signs in the page", async () => {
      const { tab, flaws, api } = await openAsNew(given());
      await reachStandard(tab, api);
      await card(tab, "A passkey that knows you").getByRole("button", { name: "Register a passkey" }).click();
      await news(tab, "Your passkey is registered.");
      const person = card(tab, "Who you are");
      await person.getByLabel("A check by a third party").check();
      await person.getByRole("button", { name: "Ask for the check" }).click();
      await person.getByText("waiting for the third party").waitFor();
      const inAYear = new Date(Date.now() + 365 * 86_400_000);
      const cleared = {
        case_id: compliance.requests.at(-1)?.case_id,
        decision: "CLEARED",
        expires_at: inAYear.toISOString(),
      };
      await sendDecision(api, signedDecision(cleared));
      await tab.reload();
      await level(tab, "Enhanced");
      await tab.getByText(`until ${new Intl.DateTimeFormat("en-US", { dateStyle: "long" }).format(inAYear)}`).waitFor();

      const reviewers = [await newReviewer(api), await newReviewer(api)] as const;
      const organisation = card(tab, "Your organisation");
      await submit(organisation, "register.pdf");
      const caseId = await pendingCase(api, reviewers[0]);
      await decide(api, caseId, reviewers[0]);
      await tab.reload();
      await organisation.getByText("approved by 1 of 2 reviewers").waitFor();
      await decide(api, caseId, reviewers[1]);
      await tab.reload();
      await level(tab, "Business");

      const identity_id = await identityOf(tab);
      const offer = { identity_id, text: "We agree.\nIn writing." };
      const offered = await api.call("POST", "/api/verification/agreements", offer, reviewers[0]);
      await card(tab, "A check of the organisation").getByRole("button", { name: "Ask for the check" }).click();
      await news(tab, "The check is asked for.");
      const legal = { case_id: compliance.requests.at(-1)?.case_id, decision: "CLEARED" };
      await sendDecision(api, signedDecision(legal));
      const agreement = card(tab, "A signed agreement");
      await agreement.getByText("We agree.").waitFor();
      await screenshot(tab, "verification agreement");
      await agreement.getByRole("button", { name: "Sign the agreement" }).click();
      await news(tab, "The agreement is signed.");
      await tab.getByText("0 of 2 administrators").waitFor();
      for (const reviewer of reviewers) {
        const device = createAuthenticator("ES256", { origin, rpId: "localhost" });
        const administrator = { ...(await newApplicant(api)), device };
        await registerDevice(administrator);
        const proof = await hardwareKeyProof(administrator, device);
        const path = `/api/verification/agreements/${offered.body.result.agreement.id}/approval`;
        expect((await api.call("POST", path, proof, reviewer)).status).toBe(200);
      }
      await tab.reload();
      await level(tab, "Enterprise");
      await tab.getByText("You have reached the highest level.").waitFor();
      expect(flaws()).toEqual([]);
    });

    test("says how many attempts a wrong code leaves, when to begin again, and when to wait", async () => {
      const { tab, api } = await openAsNew(given());
      const step = card(tab, "An address that is yours");
      await step.getByLabel("Phone", { exact: true }).check();
      await step.getByLabel("Phone number").fill("0049 (30) 1234-56");
      for (let challenge = 1; challenge <= 3; challenge += 1) {
        await step.getByRole("button", { name: /^Send a/ }).click();
        for (const left of [
          "4 attempts are left",
          "3 attempts are left",
          "2 attempts are left",
          "One attempt is left",
        ]) {
          await step.getByLabel("Code", { exact: true }).waitFor();
          await typeCode(step, "Code", "00000000");
          await step.getByRole("alert").filter({ hasText: left }).waitFor();
        }
        await typeCode(step, "Code", "00000000");
        await step.getByRole("alert").filter({ hasText: "it was the last attempt. Begin again" }).waitFor();
        expect(await step.getByLabel("Code", { exact: true }).count()).toBe(0);
      }
      await step.getByRole("button", { name: "Send a code" }).click();
      await step.getByLabel("Code", { exact: true }).waitFor();
      await typeCode(step, "Code", lastCode(api));
      await step.getByRole("alert").filter({ hasText: "Too many wrong answers" }).waitFor();
      await step.getByRole("alert").filter({ hasText: "Try again in 60 minutes, or prove something else" }).waitFor();
    });

    test("goes on after a reload with the code that was sent", async () => {
      const { tab, api } = await openAsNew(given());
      const step = card(tab, "An address that is yours");
      await step.getByLabel("Phone", { exact: true }).check();
      await step.getByLabel("Phone number").fill("+4930654321");
      await step.getByRole("button", { name: "Send a code" }).click();
      await step.getByLabel("Code", { exact: true }).waitFor();
      await tab.reload();
      await typeCode(step, "Code", lastCode(api));
      await level(tab, "Basic");
    });

    test.each([
      ["gives a fresh proof by the key where the service wants one, and goes on", 1],
      ["says what to do when the service takes no fresh proof", Number.POSITIVE_INFINITY],
    ])("%s", async (_, refusalsMax) => {
      const { tab, flaws, api } = await openAsNew(given());
      await reachBasic(tab, api);
      const refused: string[] = [];
      await tab.route("**/identity.v1.IdentityService/UpdateIdentity", async (route) => {
        const headers = route.request().headers();
        const session = String(headers["authorization"]).slice("Bearer ".length);
        if (refused.length >= refusalsMax) return route.continue();
        refused.push(session);
        const unproven = await unprovenSession(api, await identityOf(tab), session);
        return route.continue({ headers: { ...headers, authorization: `Bearer ${unproven}` } });
      });
      await tab.getByRole("button", { name: "Change E-mail" }).click();
      const dialog = tab.getByRole("dialog");
      await dialog.getByLabel("E-mail address").fill(freshAddress());
      await dialog.getByRole("button", { name: "Send a code" }).click();
      if (refusalsMax === 1) {
        await dialog.getByLabel("Code", { exact: true }).waitFor();
        await typeCode(dialog, "Code", lastCode(api));
        await news(tab, "Your e-mail address is proven.");
        await dialog.waitFor({ state: "hidden" });
        expect(refused).toHaveLength(1);
      } else {
        const alert = dialog
          .getByRole("alert")
          .filter({ hasText: "needs a proof of the identity from the last 5 minutes" });
        await alert.filter({ hasText: "Sign out, sign in to this account again" }).waitFor();
        // It was tried with a new session.
        expect(new Set(refused).size).toBe(2);
      }
      expect(flaws()).toEqual([]);
    });

    test("replaces a PIN, and removes a lost app by a recovery code, whereupon the level falls", async () => {
      const { tab, flaws, api } = await openAsNew(given());
      await reachBasic(tab, api);
      await setSecret(tab, "PIN", "111111");
      await tab.getByRole("alert").filter({ hasText: "the PIN is too easily guessed" }).waitFor();
      await setSecret(tab, "PIN", "730516");
      const { codes } = await setUpApp(tab);
      await level(tab, "Standard");
      const dialog = tab.getByRole("dialog");
      await tab.getByRole("button", { name: "Change PIN" }).click();
      await dialog.getByLabel("New PIN").fill("920481");
      await dialog.getByLabel("Once more").fill("920481");
      await dialog.getByRole("button", { name: "Set the PIN" }).click();
      await news(tab, "Your PIN is set.");
      await tab.getByRole("button", { name: "Use one Recovery codes" }).click();
      await dialog.getByLabel("Recovery code").fill("AAAA-AAAA-AAAA-AAAA");
      await dialog.getByRole("button", { name: "Remove the lost app" }).click();
      await dialog.getByRole("alert").filter({ hasText: "4 attempts are left" }).waitFor();
      await dialog.getByLabel("Recovery code").fill(codes[3] as string);
      await dialog.getByRole("button", { name: "Remove the lost app" }).click();
      await news(tab, "Your level is Basic now.");
      expect(await card(tab, "What is proven").getByText("Authenticator app").count()).toBe(0);
      // The next code would be spent, and remove nothing.
      const useOne = tab.getByRole("button", { name: "Use one Recovery codes" });
      await card(tab, "What is proven").getByText("9 codes are left.").waitFor();
      expect(await useOne.count()).toBe(0);
      await enrolApp(tab);
      await useOne.waitFor();
      expect(flaws()).toEqual([]);
    });

    test("renews recovery codes, counts them, refuses those before, and says what to do when none is left", async () => {
      const { tab, flaws, api } = await openAsNew(given());
      const { codes: first } = await reachStandard(tab, api);
      const proven = card(tab, "What is proven");
      const renew = proven.getByRole("button", { name: "Renew the codes" });
      await proven.getByText("10 codes are left.").waitFor();
      await renew.click();
      await proven.getByRole("button", { name: "End the present codes and show new ones" }).click();
      await news(tab, "You have new recovery codes. Those before have ended.");
      const second = await keepCodes(tab);
      expect(new Set([...first, ...second]).size).toBe(20);
      const dialog = tab.getByRole("dialog");
      const useOne = tab.getByRole("button", { name: "Use one Recovery codes" });
      await useOne.click();
      const type = async (code: string | undefined) => {
        await dialog.getByLabel("Recovery code").fill(code as string);
        await dialog.getByRole("button", { name: "Remove the lost app" }).click();
      };
      await type(first[0]);
      await dialog.getByRole("alert").filter({ hasText: "4 attempts are left" }).waitFor();
      await type(second[0]);
      await news(tab, "Your level is Basic now.");
      await proven.getByText("9 codes are left.").waitFor();

      const owner = ownerOf(api, await identityOf(tab));
      for (const code of second.slice(1)) {
        expect((await owner.prove("METHOD_RECOVERY_CODE", code)).result.challenge.state).toBe("CHALLENGE_PASSED");
      }
      await tab.reload();
      const row = proven.locator("li", { hasText: "No code is left" });
      await row.getByText("Renew the codes, and keep the new ones.").waitFor();
      expect(await useOne.count()).toBe(0);
      expect(await violationsOf(tab)).toEqual([]);
      await screenshot(tab, "verification no recovery code left");
      // There is nothing to end, so the page does not ask back.
      await row.getByRole("button", { name: "Renew the codes" }).click();
      expect(await keepCodes(tab)).toHaveLength(10);
      await proven.getByText("10 codes are left.").waitFor();
      expect(flaws()).toEqual([]);
    });

    test("adds proofs that no level needs: security questions, which raise none, and a phone", async () => {
      const { tab, flaws, api } = await openAsNew(given());
      await reachBasic(tab, api);
      const dialog = tab.getByRole("dialog");
      await tab.getByRole("button", { name: "Add Security questions" }).click();
      for (const [number, question] of ["First pet", "First pet", "Street"].entries()) {
        await dialog.getByLabel(`Question ${number + 1}`).fill(question);
        await dialog.getByLabel(`Answer ${number + 1}`).fill(`the answer ${number}`);
      }
      await dialog.getByRole("button", { name: "Set the questions" }).click();
      await dialog.getByRole("alert").filter({ hasText: "Two questions are the same" }).waitFor();
      await dialog.getByLabel("Question 2").fill("First teacher");
      expect(await violationsOf(tab)).toEqual([]);
      await screenshot(tab, "verification questions");
      await dialog.getByRole("button", { name: "Set the questions" }).click();
      await news(tab, /^Your security questions are set\.$/);
      await tab.getByRole("button", { name: "Add Phone" }).click();
      await dialog.getByLabel("Phone number").fill("+4930777777");
      await dialog.getByRole("button", { name: "Send a code" }).click();
      await dialog.getByLabel("Code", { exact: true }).waitFor();
      await typeCode(dialog, "Code", lastCode(api));
      await news(tab, /^Your phone number is proven\.$/);
      expect(flaws()).toEqual([]);
    });

    test("is done by the keyboard alone, and says what was done where the focus is", async () => {
      const { tab, api } = await openAsNew(given());
      const step = card(tab, "An address that is yours");
      await step.getByLabel("E-mail address").focus();
      await tab.keyboard.type(freshAddress());
      await tab.keyboard.press("Enter");
      await expect.poll(() => tab.evaluate("document.activeElement.name")).toBe("code");
      await tab.keyboard.type(lastCode(api));
      await tab.keyboard.press("Enter");
      await level(tab, "Basic");
      expect(await tab.evaluate("document.activeElement.role + document.activeElement.textContent")).toBe(
        "statusYour e-mail address is proven. Your level is Basic now.",
      );
    });

    test.each(Object.keys(views))("is without flaws for everybody (%s)", async (view) => {
      const { tab, flaws, api } = await openAsNew(given(), views[view]);
      const look = async (name: string) => {
        expect(await violationsOf(tab), name).toEqual([]);
        expect(await isTooWide(tab), name).toBe(false);
        await screenshot(tab, `verification ${name} ${view}`);
      };
      await look("new");
      const address = card(tab, "An address that is yours");
      await address.getByLabel("E-mail address").fill(freshAddress());
      await address.getByRole("button", { name: "Send a code" }).click();
      await address.getByLabel("Code", { exact: true }).waitFor();
      await typeCode(address, "Code", "00000000");
      await address.getByRole("alert").waitFor();
      await look("wrong code");
      await typeCode(address, "Code", lastCode(api));
      await level(tab, "Basic");
      await setSecret(tab, "PIN", "730516");
      await news(tab, "Your PIN is set.");
      const app = card(tab, "Something that you have");
      await app.getByRole("button", { name: "Set up an app" }).click();
      const totp = await scanned(app);
      await look("app");
      await typeCode(app, "Code of the app", totp.generate());
      await card(tab, "Keep your recovery codes").waitFor();
      await look("recovery codes");
      await tab.getByRole("button", { name: "I have kept them" }).click();
      await submit(card(tab, "Who you are"), "passport.pdf");
      await look("review");
      await tab.getByRole("button", { name: "Replace Authenticator app" }).click();
      await tab.getByRole("dialog").getByRole("button", { name: "Set up an app" }).click();
      await scanned(tab.getByRole("dialog"));
      await look("replace");
      expect(flaws()).toEqual([]);
    });
  },
  {
    PORT: String(port),
    WEBAUTHN_RP_ID: "localhost",
    WEBAUTHN_ORIGINS: origin,
    COMPLIANCE_WEBHOOK_URL: compliance.settings.COMPLIANCE_WEBHOOK_URL,
    COMPLIANCE_WEBHOOK_SECRET: compliance.settings.COMPLIANCE_WEBHOOK_SECRET,
  },
);

describeConsole("verification in the console of a service without passkeys", (given) => {
  test("says that they are not there, and what serves instead", async () => {
    const { tab } = await given().open("about:blank");
    const { port: own } = new URL(given().url);
    await tab.goto(`http://localhost:${own}/sign-in`);
    await createAccount(tab, freshName(), "/wallet/verification");
    const api = new ApiClient(given().server);
    await reachBasic(tab, api);
    const step = card(tab, "Something that you have");
    await step.getByLabel("Passkey", { exact: true }).check();
    await step.getByRole("button", { name: "Register a passkey" }).click();
    await step.getByRole("alert").filter({ hasText: "Use an authenticator app instead" }).waitFor();
    await setSecret(tab, "PIN", "730516");
    await news(tab, "Your PIN is set.");
    await step.getByLabel("Authenticator app", { exact: true }).check();
    await setUpApp(tab);
    await level(tab, "Standard");
    await tab.getByText("A passkey that knows you (not asked for here)").waitFor();
    const person = card(tab, "Who you are");
    await person.getByLabel("A check by a third party").check();
    await person.getByRole("button", { name: "Ask for the check" }).click();
    await person.getByRole("alert").filter({ hasText: "Submit documents instead" }).waitFor();
  });

  test("says at an IP address that passkeys need a domain", async () => {
    const { tab } = await given().open("/sign-in");
    await createAccount(tab, freshName(), "/wallet/verification");
    await reachBasic(tab, new ApiClient(given().server));
    const step = card(tab, "Something that you have");
    await step.getByLabel("Passkey", { exact: true }).check();
    await step.getByText("Open it at the domain of the service, such as localhost").waitFor();
  });
});
