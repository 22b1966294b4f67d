import type { Page } from 'playwright-core'

/** How many sheets a page is on paper: of its own size, or of A4 with the margins that browsers take. */
export async function sheetsOf(page: Page, { isA4 = false } = {}): Promise<number> {
  const margin = { top: '10mm', right: '10mm', bottom: '10mm', left: '10mm' }
  const pdf = await page.pdf(isA4 ? { format: 'A4', margin } : { preferCSSPageSize: true })
  return pdf.toString('latin1').match(/\/Type \/Page\b/g)?.length ?? 0
}

/** Whether its first sheet is so many millimetres wide, as the page itself asks. */
export async function hasSheetOf(page: Page, widthMm: number): Promise<boolean> {
  const pdf = await page.pdf({ preferCSSPageSize: true })
  const [, points = 'NaN'] = /MediaBox \[0 0 ([\d.]+)/.exec(pdf.toString('latin1')) ?? []
  return Math.abs((Number(points) / 72) * 25.4 - widthMm) < 1
}

export interface Size {
  readonly width: number
  readonly height: number
}

const pixelsPerMm = 96 / 25.4

/** Sizes in millimetres of the first element of each selector, on a sheet whose inside is so wide. */
export async function sizesOnPaper(
  page: Page,
  insideMm: number,
  selectors: readonly string[],
): Promise<readonly Size[]> {
  const before = page.viewportSize()
  const width = Math.round(insideMm * pixelsPerMm)
  await page.setViewportSize({ width, height: width })
  await page.emulateMedia({ media: 'print' })
  const boxes = await Promise.all(selectors.map((one) => page.locator(one).first().boundingBox()))
  await page.emulateMedia({ media: null })
  if (before) await page.setViewportSize(before)
  return boxes.map((box) => ({
    width: (box?.width ?? 0) / pixelsPerMm,
    height: (box?.height ?? 0) / pixelsPerMm,
  }))
}
