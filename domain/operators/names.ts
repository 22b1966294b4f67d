import type { Language } from '#domain/text/language.ts'
import { banks, type OperatorCode, operatorOf } from './operators.ts'

/** English names of operators that are not brands. */
const english: Partial<Record<OperatorCode, string>> = {
  'card-sandbox': 'Bank card',
  'direct-debit-sandbox': 'Direct debit',
}

/** An operator as people read it: a brand is called the same in both languages. An unknown code stays as it is. */
export function operatorName(code: string, language: Language): string {
  const operator = operatorOf(code)
  if (operator === undefined) return code
  return (language === 'en' ? english[operator.code] : undefined) ?? operator.name
}

/** The same for a bank, too. */
export function providerName(code: string, language: Language = 'fr'): string {
  return banks.find((bank) => bank.code === code)?.name ?? operatorName(code, language)
}
