import type { Page } from 'playwright-core'

/** The size of a page on paper. */
export interface Paper {
  readonly sheets: number
  /** Of the first sheet. */
  readonly widthMm: number
}

/** The margins that browsers leave where a page says nothing of its own. */
const usual = '10mm'

/** How the page comes out of a printer with A4 in it. */
export async function printed(page: Page): Promise<Paper> {
  const margin = { top: usual, bottom: usual, left: usual, right: usual }
  const sent = await page.pdf({ format: 'A4', margin, preferCSSPageSize: true })
  const pdf = sent.toString('latin1')
  const [, points = 'NaN'] = /MediaBox \[0 0 ([\d.]+)/.exec(pdf) ?? []
  return {
    sheets: pdf.match(/\/Type \/Page\b/g)?.length ?? 0,
    widthMm: (Number(points) / 72) * 25.4,
  }
}

const pixelsPerMm = 96 / 25.4

/** Sizes in millimetres of the first element of each selector, on a sheet whose inside is so wide. */
export async function sizesOnPaper(
  page: Page,
  insideMm: number,
  selectors: readonly string[],
): Promise<readonly { readonly width: number; readonly height: number }[]> {
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
