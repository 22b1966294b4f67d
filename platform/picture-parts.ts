/** Pixels. */
export interface PictureSize {
  readonly width: number
  readonly height: number
}

/** A bitmap that browsers and PDF readers show. */
export interface Picture extends PictureSize {
  readonly type: 'png' | 'jpeg'
  readonly content: Buffer
}
