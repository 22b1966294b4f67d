import type { Language } from '#domain/text/language.ts'
import { type CurrencyCode, currencyOf } from './currency.ts'

const english = new Intl.DisplayNames('en', { type: 'currency' })

/** What a currency is called: `naira nigérian`, in English `Nigerian Naira`. */
export function currencyName(code: CurrencyCode, language: Language): string {
  return language === 'fr' ? currencyOf(code).name : (english.of(code) ?? code)
}
