/** Drawn on 24 by 24, with round strokes of 2, which the style gives them: a list has a hundred. */
const paths = {
  check: 'M5 12.5l4.5 4.5L19 7.5',
  cross: 'M6.5 6.5l11 11M17.5 6.5l-11 11',
  clock: 'M12 7v5l3.5 2M21 12a9 9 0 1 1-18 0 9 9 0 0 1 18 0',
  info: 'M12 11v5.5M12 7.5v.01M21 12a9 9 0 1 1-18 0 9 9 0 0 1 18 0',
  alert:
    'M12 9v4.5M12 17v.01M10.3 4.2L2.6 17.5A2 2 0 0 0 4.3 20.5h15.4a2 2 0 0 0 1.7-3L13.7 4.2a2 2 0 0 0-3.4 0',
  lock: 'M7 11V7.5a5 5 0 0 1 10 0V11M6 11h12a1 1 0 0 1 1 1v8a1 1 0 0 1-1 1H6a1 1 0 0 1-1-1v-8a1 1 0 0 1 1-1',
  search: 'M16 16l5 5M18.5 10.5a8 8 0 1 1-16 0 8 8 0 0 1 16 0',
  left: 'M14.5 5.5L8 12l6.5 6.5',
  right: 'M9.5 5.5L16 12l-6.5 6.5',
  download: 'M12 4v11M7 10.5l5 5 5-5M5 20h14',
  copy: 'M9 9h11v11H9zM5 15H4V4h11v1',
  flask:
    'M9.5 3.5h5M10.5 3.5v6L4.8 18.6A1.6 1.6 0 0 0 6.2 21h11.6a1.6 1.6 0 0 0 1.4-2.4L13.5 9.5v-6M7.5 15h9',
  back: 'M9 14l-5-5 5-5M4 9h10a6 6 0 0 1 0 12h-3',
  phone:
    'M8 2.5h8a1.5 1.5 0 0 1 1.5 1.5v16a1.5 1.5 0 0 1-1.5 1.5H8A1.5 1.5 0 0 1 6.5 20V4A1.5 1.5 0 0 1 8 2.5M11 18.5h2',
  card: 'M4 5.5h16a1.5 1.5 0 0 1 1.5 1.5v10a1.5 1.5 0 0 1-1.5 1.5H4A1.5 1.5 0 0 1 2.5 17V7A1.5 1.5 0 0 1 4 5.5M2.5 10h19M6 14.5h4',
  home: 'M4 11.5L12 5l8 6.5M6 10v9.5h4.5V14h3v5.5H18V10',
  bell: 'M6 17V11a6 6 0 0 1 12 0v6l1.5 1.5h-15zM10 21h4',
  list: 'M8.5 6H20M8.5 12H20M8.5 18H20M4 6v.01M4 12v.01M4 18v.01',
  wallet:
    'M4 7.5V18a1.5 1.5 0 0 0 1.5 1.5h13A1.5 1.5 0 0 0 20 18V9a1.5 1.5 0 0 0-1.5-1.5H5.5a1.5 1.5 0 0 1 0-3H17M16 13.5v.01',
  more: 'M5 12v.01M12 12v.01M19 12v.01',
  out: 'M7 17L17 7M9 7h8v8',
  empty: 'M4 13l2.5-8h11L20 13v6.5H4zM4 13h5l1.5 3h3l1.5-3h5',
} as const

export type IconName = keyof typeof paths

/** An icon next to words that say the same, which screen readers skip; or one that replaces its label. */
export function Icon({ name, label }: { readonly name: IconName; readonly label?: string }) {
  const read =
    label === undefined
      ? ({ 'aria-hidden': true } as const)
      : ({ role: 'img', 'aria-label': label } as const)
  return (
    <svg class="icon" viewBox="0 0 24 24" {...read}>
      <path d={paths[name]} />
    </svg>
  )
}
