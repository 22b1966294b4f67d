import { isHonestName } from '#domain/text/honest-name.ts'
import type { Language } from '#domain/text/language.ts'
import type { FieldFault } from './form.tsx'
import { designWords } from './words.tsx'

/** What is wrong with a name that others will read. */
export function nameFaults(field: string, name: string, language: Language): readonly FieldFault[] {
  return isHonestName(name) ? [] : [{ field, message: designWords[language].notAName }]
}
