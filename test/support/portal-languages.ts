import assert from 'node:assert/strict'
import type { Database } from '#db/connect.ts'
import { onPool } from '#db/sql.ts'
import type { Language } from '#domain/text/language.ts'
import { languageName } from '#web/http/language.ts'
import { strayWords } from './languages.ts'
import { wordsOf } from './payer.ts'
import {
  type Answer,
  createPortalMerchant,
  type PortalMerchant,
  portalReader,
  type PortalReader,
} from './portal.ts'

/** What a page says, in each language. */
type Told = Readonly<Record<Language, string>>

/** Somebody who reads the portal in one language. */
export interface Speaker extends PortalReader {
  /** Fails unless the page speaks this language alone, and says each of these. */
  readonly speaks: (page: Answer, status: number, ...said: Told[]) => void
}

/** A merchant whose names are of no language. */
export async function neutralMerchant(database: Database): Promise<PortalMerchant> {
  const merchant = await createPortalMerchant(database)
  const { serviceId, serviceEnvId } = merchant.test
  const run = onPool(database.pool)
  await run.rows(
    `update service set public_name = 'Boutique Ganhi', phone = '2290121300000', address = 'Cotonou',
       tax_number = '3202012345678', trade_register = 'RB/COT/12 B 3456'
     where id = $1`,
    [serviceId],
  )
  await run.rows(`update terminal set label = 'T0' where service_env_id = $1`, [serviceEnvId])
  return merchant
}

/** A reader in test mode who has chosen the language. */
export async function readerIn(
  language: Language,
  service: Parameters<typeof portalReader>[0],
  merchant: PortalMerchant,
): Promise<Speaker> {
  const reader = await portalReader(service, merchant)
  reader.cookies.set(languageName, language)
  await reader.post('/portail/service', { vers: merchant.test.serviceEnvId })
  return {
    ...reader,
    speaks: (page, status, ...said) => {
      assert.equal(page.status, status, wordsOf(page))
      assert.match(page.text, new RegExp(`^<!doctype html><html lang="${language}">`))
      assert.equal(page.headers.get('Content-Language'), language)
      assert.deepEqual(strayWords(page.text, language), [], wordsOf(page))
      for (const each of said) assert.ok(wordsOf(page).includes(each[language]), wordsOf(page))
    },
  }
}
