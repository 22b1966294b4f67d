import type { Page } from 'playwright-core'

/** How many sheets a page is on paper: of its own size, or of A4 with the margins that browsers take. */
export async function sheetsOf(page: Page, { isA4 = false } = {}): Promise<number> {
  const margin = { top: '10mm', right: '10mm', bottom: '10mm', left: '10mm' }
  const pdf = await page.pdf(isA4 ? { format: 'A4', margin } : { preferCSSPageSize: true })
  return pdf.toString('latin1').match(/\/Type \/Page\b/g)?.length ?? 0
}
