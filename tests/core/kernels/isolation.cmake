# SPDX-FileCopyrightText: 2026 Limnograph developers
# SPDX-License-Identifier: GPL-3.0-or-later

# A weak symbol in an object compiled for AVX could become the copy that the whole program uses, on a processor without
# it too. So these objects may define nothing but their table.
set(seen 0)
foreach(object IN LISTS OBJECTS)
  if(object MATCHES "(decoder|dot)avx")
    math(EXPR seen "${seen} + 1")
    execute_process(COMMAND "${NM}" --defined-only --extern-only --demangle "${object}" OUTPUT_VARIABLE symbols
      COMMAND_ERROR_IS_FATAL ANY)
    string(REGEX MATCHALL "[^\n]+" lines "${symbols}")
    foreach(line IN LISTS lines)
      if(NOT line MATCHES "^[0-9a-f]+ [DR] limno::kernels::avx(2|512)::(decoder|dot)Kernels$")
        message(FATAL_ERROR "${object} defines ${line}")
      endif()
    endforeach()
  endif()
endforeach()
if(NOT seen EQUAL 4)
  message(FATAL_ERROR "Expected four objects, saw ${seen} in ${OBJECTS}")
endif()
