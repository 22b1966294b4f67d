import assert from 'node:assert/strict'
import type { Person } from '#domain/people/person.ts'
import { paths as portalPaths } from '#web/portal/paths.ts'
import { paths as staffPaths } from '#web/staff/paths.ts'
import type { ApiAlone } from './api-alone.ts'
import { enrol } from './enrolled.ts'
import { askIn, type Behaviour, softDevice, type SoftDevice } from './passkeys.ts'
import { password } from './people.ts'
import { type Answer, readerOf } from './portal.ts'
import { deskBrowserOf } from './staff-pages.ts'

interface Browser {
  get(path: string): Promise<Answer>
  post(path: string, fields?: Readonly<Record<string, string>>): Promise<Answer>
}

/** The browser of a logged-in person of either realm, with a passkey on their device. */
export interface PasskeyOwner {
  readonly person: Person
  readonly browser: Browser
  readonly device: SoftDevice
  /** Does what the page's script does: asks for this action and signs; returns the fields of the form. */
  readonly confirming: (
    action: string,
    how?: Behaviour & { readonly field?: string },
  ) => Promise<Readonly<Record<string, string>>>
}

/** Gives somebody one-time codes and a passkey. */
export async function passkeyOwner(
  api: ApiAlone,
  person: Person,
  publicUrl: string,
): Promise<PasskeyOwner> {
  const { cookies, recoveryCodes } = await enrol(api.database, person.realm, person)
  const browser: Browser =
    person.realm === 'portal' ? readerOf(api, person, cookies) : deskBrowserOf(api, person, cookies)
  const { passkeys } = person.realm === 'portal' ? portalPaths : staffPaths
  const device = softDevice(publicUrl)
  const [code = ''] = recoveryCodes
  const asked = await browser.post(`${passkeys}/preparer`, { nom: 'Mon téléphone', password, code })
  const answer = device.make(askIn(asked.text))
  const added = await browser.post(`${passkeys}/ajouter`, { nom: 'Mon téléphone', answer })
  assert.equal(added.status, 303, added.text)
  return {
    person,
    browser,
    device,
    async confirming(action, { field = 'password', ...how } = {}) {
      const question = await browser.post(`${passkeys}/question`, { action })
      assert.equal(question.status, 200, question.text)
      assert.match(question.headers.get('Content-Type') ?? '', /json/)
      const given = device.sign(JSON.parse(question.text) as never, how)
      return { [field]: '', passkey_answer: given, passkey_for: field }
    },
  }
}
