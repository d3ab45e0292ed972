# SPDX-FileCopyrightText: 2026 Limnograph developers
# SPDX-License-Identifier: GPL-3.0-or-later

# Imported targets for the two libraries of the wheel that we link. find_package(Torch) would ask for a CUDA toolkit.
set(LIMNOGRAPH_SITE "${LIMNOGRAPH_DEPS}/site-packages")
set(LIMNOGRAPH_TORCH "${LIMNOGRAPH_SITE}/torch")
if(NOT EXISTS "${LIMNOGRAPH_TORCH}/lib/libtorch_cpu.so")
  message(FATAL_ERROR "LibTorch is not in ${LIMNOGRAPH_SITE}. Run packaging/fetch.sh first, or configure with -DLIMNOGRAPH_TENSORS=OFF.")
endif()

foreach(library c10 torch_cpu)
  add_library(LibTorch::${library} SHARED IMPORTED)
  set_target_properties(LibTorch::${library} PROPERTIES
    IMPORTED_LOCATION "${LIMNOGRAPH_TORCH}/lib/lib${library}.so"
    INTERFACE_INCLUDE_DIRECTORIES "${LIMNOGRAPH_TORCH}/include;${LIMNOGRAPH_TORCH}/include/torch/csrc/api/include")
endforeach()
add_library(LibTorch::gomp SHARED IMPORTED)
set_target_properties(LibTorch::gomp PROPERTIES IMPORTED_LOCATION "${LIMNOGRAPH_TORCH}/lib/libgomp.so.1")

# What a target needs that uses LibTorch. OpenMP is a compile flag only: linking it would bring a second libgomp.
add_library(limno_torch INTERFACE)
target_link_libraries(limno_torch INTERFACE LibTorch::torch_cpu LibTorch::c10 LibTorch::gomp)
target_compile_options(limno_torch INTERFACE -fopenmp)
target_compile_definitions(limno_torch INTERFACE QT_NO_KEYWORDS)
target_link_options(limno_torch INTERFACE -Wl,--disable-new-dtags
  "-Wl,-rpath-link,${LIMNOGRAPH_SITE}/nvidia/cu13/lib" "-Wl,-rpath-link,${LIMNOGRAPH_TORCH}/lib")
