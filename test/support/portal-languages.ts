import assert from 'node:assert/strict'
import { onPool } from '#db/sql.ts'
import type { Language } from '#domain/text/language.ts'
import { languageName } from '#web/http/language.ts'
import type { ApiAlone } from './api-alone.ts'
import { strayWords } from './languages.ts'
import { wordsOf } from './payer.ts'
import {
  type Answer,
  createPortalMerchant,
  portalReader,
  type PortalMerchant,
  type PortalReader,
} from './portal.ts'

/** A sentence that a page must show, in each language. */
export type Told = Readonly<Record<Language, string>>

/** A merchant whose names are of no language, and somebody in its portal who reads this one. */
export interface LanguageScene {
  readonly merchant: PortalMerchant
  readonly reader: PortalReader
  /** Another person of the same merchant, who reads the same language. */
  readonly second: (role?: Role) => Promise<PortalReader>
  /** Fails unless the page has this status, is in the reader's language alone, and says these sentences. */
  readonly speaks: (page: Answer, status: number, ...said: readonly Told[]) => void
}

type Role = Parameters<typeof portalReader>[2]
type Api = Pick<ApiAlone, 'baseUrl' | 'database'>

/** Somebody who reads this language, in one mode. */
export async function sceneIn(
  api: Api,
  language: Language,
  mode: 'live' | 'test' = 'test',
): Promise<LanguageScene> {
  const merchant = await createPortalMerchant(api.database)
  await onPool(api.database.pool).rows(
    `update service set public_name = 'Ganhi' where merchant_id = $1`,
    [merchant.merchantId],
  )
  await onPool(api.database.pool).rows(
    `update terminal set label = 'T0' where service_env_id = any ($1)`,
    [[merchant.live.serviceEnvId, merchant.test.serviceEnvId]],
  )
  const newReader = async (role?: Role): Promise<PortalReader> => {
    const reader = await portalReader(api, merchant, role)
    reader.cookies.set(languageName, language)
    await reader.post('/portail/service', { vers: merchant[mode].serviceEnvId })
    return reader
  }
  const speaks: LanguageScene['speaks'] = (page, status, ...said) =>
    assertSpeaks(page, language, { status, said })
  return { merchant, reader: await newReader(), second: newReader, speaks }
}

/** Fails unless the page is in this language alone, and says these sentences. */
export function assertSpeaks(
  page: Answer,
  language: Language,
  { status = 200, said = [] }: { readonly status?: number; readonly said?: readonly Told[] } = {},
): void {
  assert.equal(page.status, status, wordsOf(page))
  assert.match(page.text, new RegExp(`^<!doctype html><html lang="${language}">`))
  assertLanguage(page.text, language)
  for (const each of said) assert.ok(wordsOf(page).includes(each[language]), wordsOf(page))
}

/** Fails if a text, of a page or of a file, is not in this language alone. */
export function assertLanguage(text: string, language: Language): void {
  const words = text.replaceAll(namesOfThings, '')
  assert.deepEqual(strayWords(words, language), [], wordsOf({ text: words }))
}

/** Of banks and of a customer. */
const namesOfThings = /Bénin|Bank of Africa|Maison Essai/g
