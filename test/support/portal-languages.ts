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
}

/** What somebody who reads one language is told. */
export interface PagesIn {
  /** Fails unless the page has this status, is in this language alone, and says these sentences. */
  readonly speaks: (page: Answer, status: number, ...said: readonly Told[]) => void
  /** Opens a page that answers 200, and fails unless it speaks like that. */
  readonly opens: (
    reader: PortalReader,
    path: string | null,
    ...said: readonly Told[]
  ) => Promise<Answer>
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
  return { merchant, reader: await newReader(), second: newReader }
}

/** What pages are held to for somebody who reads this language. */
export function pagesIn(language: Language): PagesIn {
  const speaks: PagesIn['speaks'] = (page, status, ...said) => {
    assert.equal(page.status, status, wordsOf(page))
    assert.match(page.text, new RegExp(`^<!doctype html><html lang="${language}">`))
    assertLanguage(page.text, language)
    for (const each of said) assert.ok(wordsOf(page).includes(each[language]), wordsOf(page))
  }
  return {
    speaks,
    async opens(reader, path, ...said) {
      const page = await reader.get(path ?? '')
      speaks(page, 200, ...said)
      return page
    },
  }
}

/** Fails if a text, of a page or of a file, is not in this language alone. */
export function assertLanguage(text: string, language: Language): void {
  const words = text.replaceAll(namesOfThings, '')
  assert.deepEqual(strayWords(words, language), [], wordsOf({ text: words }))
}

/** Of banks and of a customer. */
const namesOfThings = /Bénin|Bank of Africa|Maison Essai/g
