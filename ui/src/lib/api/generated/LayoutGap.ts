export type LayoutGap = { lane: number, x: number, y: number, width: number, height: number, title: string, };
