const ofEachForm = ['password', 'place', 'form_id', 'csrf_token']

/**
 * The values that a browser would send for the untouched forms of a page, without the hidden fields that every write
 * has.
 */
export function fieldsIn(page: string): Record<string, string> {
  const main = page.slice(page.indexOf('<main'))
  const valueOf = (tag: string): string =>
    (/ value="([^"]*)"/.exec(tag)?.[1] ?? '').replaceAll('&amp;', '&')
  const inputs = [...main.matchAll(/<input [^>]*>/g)].flatMap(([tag]) => {
    const isChoice = /type="(radio|checkbox)"/.test(tag)
    const name = / name="([^"]*)"/.exec(tag)?.[1] ?? ''
    const isSent = !ofEachForm.includes(name) && (!isChoice || / checked/.test(tag))
    return isSent ? [[name, valueOf(tag)] as const] : []
  })
  const lines = [...main.matchAll(/<textarea [^>]*name="([^"]*)"[^>]*>([^<]*)</g)]
  const choices = [...main.matchAll(/<select [^>]*name="([^"]*)".*?<\/select>/gs)]
  return Object.fromEntries([
    ...inputs,
    ...lines.map(([, name = '', text = '']) => [name, text] as const),
    ...choices.map(([tag, name = '']) => {
      const [option = ''] = /<option[^>]*selected[^>]*>/.exec(tag) ?? []
      return [name, valueOf(option)] as const
    }),
  ]) as Record<string, string>
}

/** The hidden fields of the forms of a page, without the token. */
export function hiddenFieldsOf(page: string): Record<string, string> {
  const main = page.slice(page.indexOf('<main'))
  const found = main.matchAll(/<input type="hidden" name="([^"]+)" value(?:="([^"]*)")?/g)
  const fields = [...found].map(([, name = '', value = '']) => [name, value] as const)
  return Object.fromEntries(fields.filter(([name]) => name !== 'csrf_token'))
}
