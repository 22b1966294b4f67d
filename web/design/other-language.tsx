import { useScope } from './scope.ts'
import { useDesignWords } from './words.tsx'

/** A link to the same page in the other language, under that language's own name; nothing if there is no such page. */
export function OtherLanguage() {
  const { language, otherLanguageHref } = useScope()
  const words = useDesignWords()
  if (otherLanguageHref === null) return null
  const other = language === 'en' ? 'fr' : 'en'
  return (
    <a href={otherLanguageHref} hreflang={other} lang={other} rel="nofollow">
      {words.otherLanguage}
    </a>
  )
}
