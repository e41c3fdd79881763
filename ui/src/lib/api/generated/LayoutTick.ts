export type LayoutTick = { x: number, label: string, };
