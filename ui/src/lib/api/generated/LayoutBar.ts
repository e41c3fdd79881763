import type { BarKind } from "./BarKind";
export type LayoutBar = { lane: number, bar: number, x: number, y: number, width: number, height: number, fade_left: number, fade_right: number, label: string, kind: BarKind, declared: boolean | null, open: boolean, title: string, };
