"use client";
import { useEffect, useLayoutEffect } from "react";

/** An effect of the commit, before the browser paints; on a server, where React warns of one, it is none. */
export const useCommitEffect = typeof document === "undefined" ? useEffect : useLayoutEffect;
