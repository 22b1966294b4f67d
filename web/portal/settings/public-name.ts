import type { Language } from '#domain/text/language.ts'
import type { FieldFault } from '#web/design/form.tsx'
import { nameFaults } from '#web/design/name-fault.ts'
import { settingsWords } from './words.ts'

/** Characters of the name that customers see. */
export const publicNameLengthMax = 120

/** What is wrong with a new name; one that the staff has given is not judged again. */
export function publicNameFaults(
  name: string,
  { nameNow, language }: { readonly nameNow: string; readonly language: Language },
): readonly FieldFault[] {
  if (name === '' || name.length > publicNameLengthMax)
    return [{ field: 'nom', message: settingsWords[language].nameFault(`${publicNameLengthMax}`) }]
  return name === nameNow ? [] : nameFaults('nom', name, language)
}
